/** What tables cost as text, the limits of a request, and the table whose fee waits for acceptance. Pure. */
import type { Group } from '@/api/reservation-types';
import { formatDollars, formatTimeAt, type TimeAt } from '@/lib/format';
import { amountsText, type Amounts } from './amounts';
import { activeMembers } from './group-state';
import { zoneOf } from './tables/table-zones';
import { ticketMessages } from './ticket/ticket-messages';

export const CENTS = 100;

/** A table that was not booked. Both amounts are null if they are not known. */
export type HeldBack = Amounts & { currency: string | undefined; at: TimeAt | null };

/** Which of two held-back tables is shown: what is paid now counts before what is paid if nobody comes. */
function costsLess(one: Amounts, other: Amounts): boolean {
  const [mine, theirs] = [one, other].map(({ now, cancel }) =>
    now === null && cancel === null ? [Infinity, 0] : [now ?? 0, cancel ?? 0],
  ) as [[number, number], [number, number]];
  return mine[0] < theirs[0] || (mine[0] === theirs[0] && mine[1] < theirs[1]);
}

/** The held-back table of a group that asks for least, else one with unknown amounts; null if there is none. */
export function heldBack(group: Pick<Group, 'members' | 'venues'>): HeldBack | null {
  let lowest: HeldBack | null = null;
  for (const { watch, date, venue } of activeMembers(group)) {
    if (watch?.state !== 'held_back') continue;
    const asked = { now: watch.held_fee_cents, cancel: watch.held_cancel_fee_cents };
    if (lowest === null || costsLess(asked, lowest)) {
      const time = watch.held_time;
      const at = time === null ? null : { date, time, zone: zoneOf(group, venue) };
      lowest = { ...asked, currency: currencyAt(group, venue), at };
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

/** The ceilings that accept these amounts. */
export function ceilingsFor({ now, cancel }: Amounts): Amounts {
  const limit = (cents: number | null) => (cents === null ? null : ceilingFor(cents));
  return { now: limit(now), cancel: limit(cancel) };
}

/** The body that accepts these amounts, or a fee that is not known. Only the limits that were exceeded are raised. */
export function acceptedBody({ now, cancel }: Amounts): Accepted {
  if (now === null && cancel === null) return { unknown: true };
  return {
    ...(now === null ? {} : { fee_ceiling_cents: now }),
    ...(cancel === null ? {} : { cancel_fee_ceiling_cents: cancel }),
  };
}

export type Accepted = {
  unknown?: true;
  fee_ceiling_cents?: number;
  cancel_fee_ceiling_cents?: number;
};

/** `The table at 7:30 PM asks your party for $50 if you don't come. Your limit is $20.` */
export function heldText(
  group: Pick<Group, 'members' | 'venues' | 'fee_ceiling_cents' | 'cancel_fee_ceiling_cents'>,
): string | null {
  const held = heldBack(group);
  if (held === null) return null;
  return ticketMessages.heldTable(
    held.at === null ? null : formatTimeAt(held.at),
    amountsText(held, held.currency),
    limitsOf(held, group).map((cents) => formatDollars(cents)),
  );
}

/** The limits that a held-back table exceeds; none if they are all 0. */
function limitsOf(
  held: Amounts,
  group: Pick<Group, 'fee_ceiling_cents' | 'cancel_fee_ceiling_cents'>,
): number[] {
  const limits = [
    ...(held.now === null ? [] : [group.fee_ceiling_cents]),
    ...(held.cancel === null ? [] : [group.cancel_fee_ceiling_cents]),
  ];
  return limits.some((cents) => cents > 0) ? limits : [];
}
