/** The last known terms of the chosen restaurants, for the party of the form. Renders nothing if none are known. */
import { useQueries } from '@tanstack/react-query';
import type { VenueFee } from '@/api/reservation-types';
import { ceilingFor } from '@/entities/request/fees';
import { venueActivityQuery } from '@/entities/request/cache/queries';
import type { SelectedVenue } from '@/entities/venue/selection';
import { toIsoDate } from '@/lib/dates';
import { formatDay, formatDollars } from '@/lib/format';
import { Button } from '@/ui/button';
import { termsText, totalFor } from './terms-text';
import { TERMS } from './terms-messages';
import './seen-terms.css';

type Props = {
  venues: readonly SelectedVenue[];
  partySize: number | null;
  ceilingCents: number;
  /** The highest fee ceiling. Passed and not imported, so that the build does not split the form's own code. */
  maxCents: number;
  onAccept: (cents: number) => void;
};

type Seen = { venue: SelectedVenue; fee: VenueFee };

export function SeenTerms({ venues, partySize, ceilingCents, maxCents, onAccept }: Props) {
  const activities = useQueries({ queries: venues.map(({ id }) => venueActivityQuery(id)) });
  const seen = venues.flatMap((venue, index): Seen[] => {
    const fee = activities[index]?.data?.fee ?? null;
    return fee === null ? [] : [{ venue, fee }];
  });
  if (seen.length === 0) return null;
  const party = partySize ?? seen[0]?.fee.party_size ?? 1;
  // The limit is in dollars.
  const asked = seen.filter(({ fee }) => fee.currency === 'USD');
  const most = Math.max(0, ...asked.map(({ fee }) => ceilingFor(totalFor(fee, party))));
  return (
    <section className="form-section seen-terms" aria-label={TERMS.title}>
      <h2>{TERMS.title}</h2>
      <ul>
        {seen.map(({ venue, fee }) => (
          <li key={venue.id}>
            <b>{venue.venue_name}</b> {termsText(fee, partySize)}{' '}
            <small>{TERMS.seen(formatDay(toIsoDate(new Date(fee.at))))}</small>
          </li>
        ))}
      </ul>
      {most > ceilingCents && most <= maxCents && (
        <Button
          size="sm"
          onClick={() => {
            onAccept(most);
          }}
        >
          {TERMS.accept(formatDollars(most))}
        </Button>
      )}
    </section>
  );
}
