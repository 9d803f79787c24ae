/** Searches a restaurant, shows its details and asks for the seating; Confirm adds it. */
import { useState } from 'react';
import type { User, Venue } from '@/api/types';
import { platformName } from '@/entities/platform/platforms';
import { hasAccountFor } from '@/entities/venue/gating';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { messages } from '@/entities/request/messages';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { type OnConfirmVenue, VenueChoice, type VenueRef } from './venue-choice';
import { VenueSearch } from './venue-search';

type Props = {
  user: User;
  /** Ids of the restaurants that are already in the request. */
  chosen: ReadonlySet<number>;
  /** Opens at the seating of this restaurant, which is already in the request. */
  initial: VenueRef | null;
  onClose: () => void;
  onConfirm: OnConfirmVenue;
  onUpgrade: () => void;
};

export function AddVenueDialog(props: Props) {
  const { user, initial, onClose, onConfirm, onUpgrade } = props;
  const [opened, setOpened] = useState<VenueRef | null>(initial);
  const [refused, setRefused] = useState<Venue | null>(null);

  if (refused !== null) {
    const platform = platformName(refused.reservation_source);
    return (
      <Dialog
        onClose={onClose}
        title={refused.venue_name}
        description={messages.accountMissing(platform)}
        footer={
          <>
            <Button
              onClick={() => {
                setRefused(null);
              }}
            >
              {REQUEST_FORM.back}
            </Button>
            <Link to="/connect-accounts" className={buttonClass({ variant: 'ink' })}>
              {REQUEST_FORM.connectTo(platform)}
            </Link>
          </>
        }
      />
    );
  }
  if (opened !== null) {
    return (
      <Dialog onClose={onClose} title={opened.venue_name} wide>
        <VenueChoice
          venueRef={opened}
          seatingChoice={user.entitlements.seating_choice}
          onUpgrade={onUpgrade}
          onCancel={() => {
            if (initial === null) setOpened(null);
            else onClose();
          }}
          onConfirm={onConfirm}
        />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={REQUEST_FORM.addRestaurant} wide>
      <VenueSearch
        user={user}
        chosen={props.chosen}
        onChoose={(venue) => {
          if (venue.premium && !user.entitlements.premium_venues) onUpgrade();
          else if (hasAccountFor(user, venue.reservation_source)) setOpened(venue);
          else setRefused(venue);
        }}
      />
    </Dialog>
  );
}
