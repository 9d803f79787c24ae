/** The facts of a restaurant as sentences. Pure. */
import type { VenueFee } from '@/api/reservation-types';
import type { VenueDetail } from '@/api/types';
import { toIsoDate } from '@/lib/dates';
import { formatDay, formatDollars } from '@/lib/format';
import { RESTAURANT } from './messages';

type Sizes = Pick<VenueDetail, 'min_party_size' | 'max_party_size'>;

/** `1 to 8 guests`; null if neither bound is known. */
export function partyText({ min_party_size: min, max_party_size: max }: Sizes): string | null {
  if (max === null) return min === null ? null : RESTAURANT.partyFrom(min);
  if (min === null) return RESTAURANT.partyUpTo(max);
  return min === max ? RESTAURANT.guests(max) : RESTAURANT.partyRange(min, max);
}

/** `$50 deposit for 2, seen Fri, Nov 20`. */
export function feeText({ kind, cents, currency, party_size, at }: VenueFee, now?: Date): string {
  const seen = { party: party_size, day: formatDay(toIsoDate(new Date(at)), now) };
  return RESTAURANT.fee[kind](formatDollars(cents, currency), seen);
}
