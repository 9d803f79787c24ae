/** The terms that were seen at a restaurant, as text for a party. Pure. */
import type { VenueFee } from '@/api/reservation-types';
import { formatDollars } from '@/lib/format';
import { TERMS } from './terms-messages';

/** The amount in cents for another party, in proportion to its guests, rounded up as the server does. */
export function totalFor({ cents, party_size }: VenueFee, party: number): number {
  return Math.ceil((cents * party) / party_size);
}

/** `$25 per guest × 2 = $50 for a late cancellation or a no-show. Free to cancel until a day before. In USD.` */
export function termsText(fee: VenueFee, party: number | null): string {
  if (fee.cents === 0) return TERMS.none;
  const one = formatDollars(fee.cents / fee.party_size, fee.currency);
  const amount =
    party === null
      ? TERMS.eachGuest(one)
      : TERMS.perGuest(one, party, formatDollars(totalFor(fee, party), fee.currency));
  return [
    `${amount} ${TERMS.kind[fee.kind]}`,
    ...(fee.free_hours === null ? [] : [TERMS.freeHours(fee.free_hours)]),
    ...(fee.currency === '' ? [] : [TERMS.currency(fee.currency)]),
  ].join(' ');
}
