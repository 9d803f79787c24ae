/** The terms that were seen at a restaurant, as text for a party. Pure. */
import type { VenueFee } from '@/api/reservation-types';
import { formatDollars } from '@/lib/format';
import { TERMS } from './terms-messages';

/**
 * What another party pays now, and if nobody comes: in proportion to its guests, rounded up as the server does. An
 * amount that could not be read is 0; its table is held back until the user accepts that.
 */
export function amountsFor(fee: VenueFee, party: number): { now: number; cancel: number } {
  const total = (cents: number | null) => Math.ceil(((cents ?? 0) * party) / fee.party_size);
  return { now: total(fee.deposit_cents), cancel: total(fee.cancel_fee_cents) };
}

/**
 * `$50 for 2 guests is charged for a late cancellation or a no-show. Tax may come on top. Free to cancel until a day
 * before. In USD.` Without a party, the text is about the party whose terms were seen.
 */
export function termsText(fee: VenueFee, party: number | null): string {
  if (fee.kind === 'unknown') return TERMS.unknown;
  const guests = party ?? fee.party_size;
  const { now, cancel } = amountsFor(fee, guests);
  const charged = (cents: number, kind: keyof typeof TERMS.kind) =>
    cents === 0
      ? []
      : [`${TERMS.forParty(formatDollars(cents, fee.currency), guests)} ${TERMS.kind[kind]}`];
  return [
    ...(fee.kind === 'fee_or_deposit'
      ? charged(now, 'fee_or_deposit')
      : [...charged(now, 'deposit'), ...charged(cancel, 'late_cancellation')]),
    TERMS.tax,
    ...(fee.free_hours === null ? [] : [TERMS.freeHours(fee.free_hours)]),
    ...(fee.currency === '' ? [] : [TERMS.currency(fee.currency)]),
  ].join(' ');
}
