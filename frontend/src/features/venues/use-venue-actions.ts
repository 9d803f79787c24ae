/** Select and Reserve for one venue: act if the gate is open, else ask for what is needed. */
import { useNavigate } from '@tanstack/react-router';
import type { Entitlements, User, Venue } from '@/api/types';
import { useChoice } from '@/entities/request/use-choice';
import { selection, toSelected } from '@/entities/venue/selection';
import { toast } from '@/ui/toast';
import type { Gate } from '@/entities/venue/gating';
import { ACTIONS } from './messages';

/** What the user needs first; a plan may be needed without a venue. */
export type GateRequest = (
  { gate: 'account'; venue: Venue } | { gate: 'pro' | 'subscribe'; venue?: Venue }
) & {
  /** Files the request to notify only, which passes the gate. */
  notify?: { user: User; now: () => void };
};

export function useVenueActions(onGate: (request: GateRequest) => void) {
  const navigate = useNavigate();
  const choice = useChoice();

  function passesGate(gate: Gate, venue: Venue): boolean {
    if (gate === 'open') return true;
    onGate({ gate, venue });
    return false;
  }

  return {
    select(venue: Venue, gate: Gate, { max_venues }: Pick<Entitlements, 'max_venues'>) {
      // Removing a selection needs nothing: the tier may have changed since it was made.
      if (!selection.has(venue.id)) {
        if (!passesGate(gate, venue)) return;
        if (selection.get().length >= max_venues) {
          toast({ title: ACTIONS.tooMany(max_venues), tone: 'seen' });
          return;
        }
      }
      selection.toggle(toSelected(venue));
    },
    async reserve(venue: Venue, gate: Gate, { max_venues }: Pick<Entitlements, 'max_venues'>) {
      if (!passesGate(gate, venue)) return;
      selection.add(toSelected(venue), max_venues);
      await navigate({ to: '/reservations/add-reservation', search: choice });
    },
  };
}
