import { Link } from '@tanstack/react-router';
import type { ReservationSource } from '@/api/types';
import { Button, buttonClass } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { PLATFORM_NAMES } from '@/entities/platforms';
import { VENUES } from '@/entities/venue/messages';

type Props = { source: ReservationSource | null; onClose: () => void };

/** Asks the user to connect the account that a restaurant needs, and says why. */
export function AccountPrompt({ source, onClose }: Props) {
  const platform = PLATFORM_NAMES[source ?? 'resy'];
  return (
    <Dialog
      open={source !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={VENUES.accountTitle(platform)}
      description={VENUES.accountText(platform)}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Link to="/connect-accounts" className={buttonClass({ variant: 'ink' })}>
            Connect {platform}
          </Link>
        </>
      }
    />
  );
}
