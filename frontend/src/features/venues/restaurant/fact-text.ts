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

/** `$50 for a late cancellation or a no-show, for a party of 2, as of Fri, Nov 20.` Names each amount. */
export function feeText(fee: VenueFee, now?: Date): string {
  const seen = { party: fee.party_size, day: formatDay(toIsoDate(new Date(fee.at)), now) };
  return RESTAURANT.feeSeen(amountsOf(fee).join(' · '), seen);
}

function amountsOf({ kind, cents, deposit_cents, cancel_fee_cents, currency }: VenueFee): string[] {
  const words = RESTAURANT.fee;
  const money = (amount: number) => formatDollars(amount, currency);
  if (kind === 'none') return [words.none];
  if (kind === 'fee_or_deposit') return [words.fee_or_deposit(money(cents))];
  if (kind === 'unknown' || deposit_cents === null || cancel_fee_cents === null) {
    return [words.unknown];
  }
  return [
    ...(deposit_cents > 0 ? [words.deposit(money(deposit_cents))] : []),
    ...(cancel_fee_cents > 0 ? [words.late_cancellation(money(cancel_fee_cents))] : []),
  ];
}
