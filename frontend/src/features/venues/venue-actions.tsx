/** Select and Reserve for one venue, or the button past its gate. Used by cards and by the restaurant page. */
import { Check } from 'lucide-react';
import type { User, Venue } from '@/api/types';
import { PLATFORM_NAMES } from '@/entities/platforms';
import { useSelection } from '@/entities/venue/selection';
import { Button } from '@/ui/button';
import { gatesFor } from '@/entities/venue/gating';
import { type GateRequest, useVenueActions } from './use-venue-actions';

type Props = {
  venue: Venue;
  user: User;
  onGate: (request: GateRequest) => void;
  /** On the restaurant's own page Reserve is the only primary action. */
  prominent?: boolean;
};

export function VenueActions({ venue, user, onGate, prominent = false }: Props) {
  const selected = useSelection().some((chosen) => chosen.id === venue.id);
  const { select, reserve, lock } = gatesFor(user, venue);
  const actions = useVenueActions(onGate);
  const platform = PLATFORM_NAMES[venue.reservation_source];

  if (lock !== null && !selected) {
    return (
      <Button
        className="col-span-full"
        block={prominent}
        onClick={() => {
          onGate({ gate: lock, venue });
        }}
      >
        {lock === 'pro' ? 'See plans' : `Connect ${platform}`}{' '}
        <span className="sr-only">for {venue.venue_name}</span>
      </Button>
    );
  }
  const selectButton = (
    <Button
      key="select"
      block={prominent}
      aria-pressed={selected}
      onClick={() => {
        actions.select(venue, select, user.entitlements);
      }}
    >
      {selected && <Check aria-hidden="true" />}
      {selected ? 'Selected' : 'Select'} <span className="sr-only">{venue.venue_name}</span>
    </Button>
  );
  const reserveButton = (
    <Button
      key="reserve"
      block={prominent}
      variant={prominent ? 'primary' : 'line'}
      onClick={() => actions.reserve(venue, reserve, user.entitlements)}
    >
      Reserve <span className="sr-only">{venue.venue_name}</span>
    </Button>
  );
  return prominent ? [reserveButton, selectButton] : [selectButton, reserveButton];
}
