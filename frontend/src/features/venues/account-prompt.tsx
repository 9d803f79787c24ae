import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { Venue } from '@/api/types';
import { Button, buttonClass } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { NotifyOffer } from '@/entities/request/notify-offer';
import { platformName } from '@/entities/platform/platforms';
import { selection, toSelected } from '@/entities/venue/selection';
import { ACTIONS } from './messages';

type Props = {
  venue: Venue;
  /** The request that needs no account. */
  offer?: ComponentProps<typeof NotifyOffer> | undefined;
  onClose: () => void;
};

/** Asks the user to connect the account that a restaurant needs. The request goes on with this restaurant. */
export function AccountPrompt({ venue, offer, onClose }: Props) {
  const platform = platformName(venue.reservation_source);
  return (
    <Dialog
      onClose={onClose}
      title={ACTIONS.accountTitle(platform)}
      description={ACTIONS.accountText(platform)}
      footer={
        <>
          <Button onClick={onClose}>{ACTIONS.notNow}</Button>
          <Link
            to="/connect-accounts"
            className={buttonClass({ variant: 'ink' })}
            onClick={() => {
              // The form keeps as many as the plan allows.
              selection.add(toSelected(venue), Infinity);
            }}
          >
            {ACTIONS.connect(platform)}
          </Link>
        </>
      }
    >
      {offer !== undefined && <NotifyOffer {...offer} />}
    </Dialog>
  );
}
