/** What a table asks of the party, as text. Every page shows it, so this file is small. Pure. */
import { formatDollars } from '@/lib/format';

/**
 * What the whole party pays, in cents: now, and if nobody comes. An amount that is within its limit, or that is not
 * known, is null.
 */
export type Amounts = { now: number | null; cancel: number | null };

/** `$50 now and $100 if you don't come`; empty if both amounts are null. */
export function amountsText({ now, cancel }: Amounts, currency?: string): string {
  const due = now === null ? '' : `${formatDollars(now, currency)} now`;
  if (cancel === null) return due;
  return `${due && `${due} and `}${formatDollars(cancel, currency)} if you don't come`;
}

/** The same of an event or an entry of a timeline. Earlier events lack the amounts. */
export function askedText(asked: {
  fee_cents?: number | null;
  held_cancel_fee_cents?: number | null;
  currency?: string | null;
}): string {
  const { fee_cents: now = null, held_cancel_fee_cents: cancel = null, currency } = asked;
  return amountsText({ now, cancel }, currency ?? undefined);
}
