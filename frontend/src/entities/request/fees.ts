/** Fees and deposits as text, and the table whose fee waits for acceptance. Pure. */
import type { Group } from '@/api/reservation-types';
import { formatDollars, formatTimeAt, type TimeAt } from '@/lib/format';
import { activeMembers } from './group-state';
import { zoneOf } from './tables/table-zones';
import { ticketMessages } from './ticket/ticket-messages';

export const CENTS = 100;

/** A table that was not booked; `feeCents` is null if its fee is not known. */
export type HeldBack = { feeCents: number | null; currency: string | undefined; at: TimeAt | null };

/** The held-back table with the lowest known fee of a group, else one with an unknown fee; null if there is none. */
export function heldBack(group: Pick<Group, 'members' | 'venues'>): HeldBack | null {
  let lowest: HeldBack | null = null;
  for (const { watch, date, venue } of activeMembers(group)) {
    if (watch?.state !== 'held_back') continue;
    if (lowest === null || (watch.held_fee_cents ?? Infinity) < (lowest.feeCents ?? Infinity)) {
      const time = watch.held_time;
      const at = time === null ? null : { date, time, zone: zoneOf(group, venue) };
      lowest = { feeCents: watch.held_fee_cents, currency: currencyAt(group, venue), at };
    }
  }
  return lowest;
}

/** The currency of a restaurant's fees; undefined for a restaurant that the group does not have. */
export function currencyAt(group: Pick<Group, 'venues'>, venueId: number): string | undefined {
  return group.venues.find(({ id }) => id === venueId)?.currency;
}

/** The ceiling that accepts a fee, in cents. The form accepts whole dollars only. */
export function ceilingFor(feeCents: number): number {
  return Math.ceil(feeCents / CENTS) * CENTS;
}

/** `The table at 7:30 PM asks for a $50 fee or deposit for your party. Your limit is $20.` */
export function heldText(
  group: Pick<Group, 'members' | 'venues' | 'fee_ceiling_cents'>,
): string | null {
  const held = heldBack(group);
  if (held === null) return null;
  return ticketMessages.heldTable(
    held.at === null ? null : formatTimeAt(held.at),
    held.feeCents === null ? null : formatDollars(held.feeCents, held.currency),
    group.fee_ceiling_cents === 0 ? null : formatDollars(group.fee_ceiling_cents),
  );
}
