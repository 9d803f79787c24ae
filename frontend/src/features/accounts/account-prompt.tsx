import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { ReservationSource } from '@/api/types';
import { Button, buttonClass } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ACCOUNTS } from './messages';
import { CONNECTABLE, PLATFORM_NAMES } from './platforms';

type Props = { source: ReservationSource | null; onClose: () => void };

/** Asks for the account a restaurant is booked with, and says why. */
export function AccountPrompt({ source, onClose }: Props) {
  const noteId = useId();
  const shown = source ?? 'resy';
  const platform = PLATFORM_NAMES[shown];
  return (
    <Dialog
      open={source !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={ACCOUNTS.promptTitle(platform)}
      description={ACCOUNTS.promptText(platform)}
      footer={
        CONNECTABLE[shown] ? (
          <>
            <Button onClick={onClose}>Not now</Button>
            <Link to="/connect-accounts" className={buttonClass({ variant: 'ink' })}>
              Connect {platform}
            </Link>
          </>
        ) : (
          <>
            <p className="hint mr-auto self-center" id={noteId}>
              {ACCOUNTS.notYet(platform)}
            </p>
            <Button variant="ink" disabled aria-describedby={noteId}>
              Connect {platform}
            </Button>
          </>
        )
      }
    />
  );
}
