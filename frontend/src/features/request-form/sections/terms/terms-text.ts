/** The terms that were seen at a restaurant, as text for a party. Pure. */
import type { VenueFee } from '@/api/reservation-types';
import { formatDollars } from '@/lib/format';
import { TERMS } from './terms-messages';

/** The amount in cents for another party, in proportion to its guests, rounded up as the server does. */
export function totalFor({ cents, party_size }: VenueFee, party: number): number {
  return Math.ceil((cents * party) / party_size);
}

/**
 * `$50 for 2 guests is charged for a late cancellation or a no-show. Tax may come on top. Free to cancel until a day
 * before. In USD.` Without a party, the text is about the party whose terms were seen.
 */
export function termsText(fee: VenueFee, party: number | null): string {
  if (fee.kind === 'unknown') return TERMS.unknown;
  if (fee.cents === 0) return TERMS.none;
  const guests = party ?? fee.party_size;
  const total = formatDollars(totalFor(fee, guests), fee.currency);
  return [
    `${TERMS.forParty(total, guests)} ${TERMS.kind[fee.kind]}`,
    TERMS.tax,
    ...(fee.free_hours === null ? [] : [TERMS.freeHours(fee.free_hours)]),
    ...(fee.currency === '' ? [] : [TERMS.currency(fee.currency)]),
  ].join(' ');
}
