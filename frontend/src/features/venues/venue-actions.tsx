/** Select and Reserve for one venue, on cards and on the restaurant page. Each asks for what the user needs first. */
import { Check } from 'lucide-react';
import type { User, Venue } from '@/api/types';
import { useSelection } from '@/entities/venue/selection';
import { Button } from '@/ui/button';
import { type Gate, gatesFor } from '@/entities/venue/gating';
import { ACTIONS } from './messages';
import { type GateRequest, useVenueActions } from './use-venue-actions';

type Props = {
  venue: Venue;
  user: User;
  onGate: (request: GateRequest) => void;
  /** The look of Reserve on the restaurant's own page, where it comes first. */
  prominent?: 'primary' | 'line';
};

export function VenueActions({ venue, user, onGate, prominent }: Props) {
  const selected = useSelection().some((chosen) => chosen.id === venue.id);
  const { select, reserve } = gatesFor(user, venue);
  const actions = useVenueActions(onGate);

  const selectButton = (
    <Button
      key="select"
      aria-pressed={selected}
      {...(selected ? {} : popupOf(select))}
      onClick={() => {
        actions.select(venue, select, user.entitlements);
      }}
    >
      {selected && <Check aria-hidden="true" />}
      {selected ? ACTIONS.selected : ACTIONS.select}{' '}
      <span className="sr-only">{venue.venue_name}</span>
    </Button>
  );
  const reserveButton = (
    <Button
      key="reserve"
      variant={prominent ?? 'line'}
      {...popupOf(reserve)}
      onClick={() => {
        void actions.reserve(venue, reserve, user.entitlements);
      }}
    >
      {ACTIONS.reserve} <span className="sr-only">{venue.venue_name}</span>
    </Button>
  );
  return prominent !== undefined ? [reserveButton, selectButton] : [selectButton, reserveButton];
}

/** A button behind a gate opens a dialog. */
function popupOf(gate: Gate) {
  return gate === 'open' ? {} : ({ 'aria-haspopup': 'dialog' } as const);
}
