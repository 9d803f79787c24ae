/**
 * The last known terms of the chosen restaurants, for the party of the form. If they are above the limits of the
 * request, says so and offers to accept them. Renders nothing if no fee is known.
 */
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import type { VenueFee } from '@/api/reservation-types';
import type { User } from '@/api/types';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import { amountsText } from '@/entities/request/amounts';
import { ceilingFor } from '@/entities/request/fees';
import { venueActivityQuery } from '@/entities/request/cache/queries';
import type { SelectedVenue } from '@/entities/venue/selection';
import { toIsoDate } from '@/lib/dates';
import { formatDay, formatDollars } from '@/lib/format';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import type { Draft } from '../../draft/draft';
import { amountsFor, termsText } from './terms-text';
import { TERMS } from './terms-messages';
import './seen-terms.css';

type Props = {
  user: User;
  venues: readonly SelectedVenue[];
  /** With the limits filled in. */
  draft: Draft;
  /** The highest limit. Passed and not imported, so that the build does not split the form's own code. */
  maxCents: number;
  /** The page states the terms: show only those above the limits. */
  onlyAbove?: boolean;
  onChange: (part: Partial<Draft>) => void;
};

type Seen = { venue: SelectedVenue; fee: VenueFee };

export function SeenTerms(props: Props) {
  const { user, venues, draft, maxCents, onlyAbove = false, onChange } = props;
  const activities = useQueries({ queries: venues.map(({ id }) => venueActivityQuery(id)) });
  const seen = venues.flatMap((venue, index): Seen[] => {
    const fee = activities[index]?.data?.fee ?? null;
    return fee === null || fee.kind === 'none' ? [] : [{ venue, fee }];
  });
  if (seen.length === 0) return null;
  const { partySize, feeCeilingCents, cancelFeeCeilingCents } = draft;
  const party = partySize ?? seen[0]?.fee.party_size ?? 1;
  // The limits are in dollars.
  const asked = seen.flatMap(({ fee }) => (fee.currency === 'USD' ? amountsFor(fee, party) : []));
  const most = (amounts: number[], limit: number) => {
    const highest = ceilingFor(Math.max(0, ...amounts));
    return highest > limit && highest <= maxCents ? highest : null;
  };
  const now = most(
    asked.map((amounts) => amounts.now),
    feeCeilingCents,
  );
  const cancel = most(
    asked.map((amounts) => amounts.cancel),
    cancelFeeCeilingCents ?? 0,
  );
  const accept = amountsText({ now, cancel });
  if (onlyAbove && accept === '') return null;
  return (
    <section className="form-section seen-terms" aria-label={TERMS.title}>
      <ul>
        {seen.map(({ venue, fee }) => (
          <li key={venue.id}>
            {venues.length > 1 && <b>{venue.venue_name} </b>}
            {termsText(fee, partySize)}{' '}
            <small>{TERMS.seen(formatDay(toIsoDate(new Date(fee.at))))}</small>
          </li>
        ))}
      </ul>
      {accept !== '' && (
        <>
          <p>
            {TERMS.excluded(
              amountsText({
                now: now === null ? null : feeCeilingCents,
                cancel: cancel === null ? null : (cancelFeeCeilingCents ?? 0),
              }),
            )}
          </p>
          <div className="seen-terms-choices">
            <Button
              size="sm"
              onClick={() => {
                onChange({
                  ...(now === null ? {} : { feeCeilingCents: now }),
                  ...(cancel === null ? {} : { cancelFeeCeilingCents: cancel }),
                });
              }}
            >
              {TERMS.accept(accept)}
            </Button>
            {cancel !== null && user.cancel_fee_per_guest_cents === null && (
              <AlwaysAccept
                perGuestCents={ceilingFor(cancel / party)}
                onChosen={() => {
                  onChange({ cancelFeeCeilingCents: null });
                }}
              />
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** Stores, once, what new requests accept for each guest if nobody comes. The profile changes it later. */
function AlwaysAccept(props: { perGuestCents: number; onChosen: () => void }) {
  const { perGuestCents, onChosen } = props;
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      unwrap(api.PATCH('/api/users/me/', { body: { cancel_fee_per_guest_cents: perGuestCents } })),
    onSuccess: (saved) => {
      queryClient.setQueryData(meQuery.queryKey, saved);
      onChosen();
    },
    onError: (error) => {
      toast({ title: messageOf(error), tone: 'unsuccessful' });
    },
  });
  return (
    <Button
      size="sm"
      variant="quiet"
      pending={isPending}
      pendingLabel={TERMS.saving}
      onClick={() => {
        mutate();
      }}
    >
      {TERMS.always(formatDollars(perGuestCents))}
    </Button>
  );
}
