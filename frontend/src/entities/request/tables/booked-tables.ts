/** The booked tables of a group, and the facts about them that the diner needs. Pure. */
import type { Booked, Group, Member } from '@/api/reservation-types';
import { platformName } from '@/entities/platform/platforms';
import { formatCount, formatDay, formatDollars, formatNumber, formatTimeAt } from '@/lib/format';
import { wallClock } from '@/lib/zones';
import { zoneOf } from './table-zones';
import { tableMessages as words } from '../ticket/ticket-messages';
import { slotText } from '../slot-text';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

export type BookedTable = Pick<Member, 'id' | 'venue' | 'venue_name' | 'date' | 'shared'> & {
  booked: Booked;
  /** The restaurant's. */
  address: string;
  zone: string;
};

/** The tables booked so far, by date. */
export function bookedTables(group: Pick<Group, 'members' | 'venues'>): BookedTable[] {
  return group.members
    .flatMap(({ id, venue, venue_name, date, booked, shared }) => {
      if (booked === null) return [];
      const place = group.venues.find((candidate) => candidate.id === venue);
      const address = [place?.address1, place?.locality].filter((part) => part).join(', ');
      return [{ id, venue, venue_name, date, booked, shared, address, zone: zoneOf(group, venue) }];
    })
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** The tables whose day is not over at the restaurant. */
export function upcomingTables(
  group: Pick<Group, 'members' | 'venues'>,
  now: number,
): BookedTable[] {
  return bookedTables(group).filter(({ date, zone }) => date >= wallClock(zone, now).date);
}

/** `Fri, Nov 20 +1`: the first date, and the number of others. */
export function datesText(group: Group, now?: Date): string {
  const tables = group.status === 'confirmed' ? bookedTables(group) : [];
  const dates = tables.length > 0 ? tables.map(({ date }) => date) : group.dates;
  const [first, ...others] = [...new Set(dates)].sort();
  if (first === undefined) return '';
  return others.length === 0
    ? formatDay(first, now)
    : `${formatDay(first, now)} +${formatCount(others.length)}`;
}

/** `7:15 PM in New York for 2 · Bar`. */
export function tableText({ booked, date, zone }: BookedTable): string {
  return slotText({ ...booked, date, time_zone: zone });
}

/** The instant of the newest booking. */
export function lastBookedAt(group: Pick<Group, 'members'>): string | null {
  const instants = group.members.flatMap(({ booked }) => booked?.at ?? []);
  return instants.sort().at(-1) ?? null;
}

export type Fact = { term: string; text: string };

/** The facts about a table: its address, its account, its confirmation number, and the costs of a cancellation. */
export function tableFacts(table: BookedTable, now: number): Fact[] {
  const { address, booked } = table;
  const { account_name, confirmation, platform } = booked;
  const facts = [
    { term: words.where, text: address },
    { term: words.account, text: words.accountOf(platformName(platform), account_name) },
    { term: words.confirmation, text: confirmation },
    paidFact(booked),
    termsFact(table, now),
  ];
  return facts.filter(({ text }) => text !== '');
}

type Stated = Pick<Booked, 'cancel_fee_cents' | 'currency' | 'platform'> & {
  deposit_cents?: number | null;
};

/** What was paid with the booking. Without any amount, the terms of the cancellation say that nothing was stated. */
export function paidFact({ cancel_fee_cents, currency, deposit_cents, platform }: Stated): Fact {
  const term = words.paid;
  if (deposit_cents === 0) return { term, text: '' };
  if (typeof deposit_cents === 'number') {
    return { term, text: words.paidAmount(formatDollars(deposit_cents, currency)) };
  }
  const text = cancel_fee_cents === null ? '' : words.paidUnknown(platformName(platform));
  return { term, text };
}

/** What a cancellation of the table costs, and how long it is still free. */
export function termsFact({ booked, zone }: BookedTable, now: number): Fact {
  const text = cancellationText(booked, { zone, now });
  const left = freeTimeLeft(booked, now);
  return {
    term: words.cancellation,
    text: left === null ? text : words.withTimeLeft(text, left),
  };
}

/** How long canceling is still free: `2d 4h`, or `4h 12m` on the last day. Null if that is over, unknown or no matter. */
export function freeTimeLeft(
  booked: Pick<Booked, 'cancel_fee_cents' | 'deposit_cents' | 'free_until'>,
  now: number,
): string | null {
  const { free_until } = booked;
  const left = free_until === null || isFree(booked) ? 0 : Date.parse(free_until) - now;
  return left <= 0 ? null : timeLeft(left);
}

function timeLeft(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  const [days, hours] = [Math.floor(minutes / DAY_MIN), Math.floor((minutes % DAY_MIN) / HOUR_MIN)];
  const part = (value: number, unit: string) =>
    value === 0 ? [] : [formatNumber(value, { style: 'unit', unit, unitDisplay: 'narrow' })];
  const rest = days > 0 ? [] : part(Math.max(1, minutes) % HOUR_MIN, 'minute');
  return [...part(days, 'day'), ...part(hours, 'hour'), ...rest].join(' ');
}

/**
 * What a cancellation costs, as the platform said when the table was booked. It doesn't say what becomes of a deposit
 * or prepayment, so that may be lost.
 */
export function cancellationText(
  booked: Stated & Pick<Booked, 'free_until'>,
  { zone, now }: { zone: string; now: number },
): string {
  const { cancel_fee_cents, currency, free_until, platform } = booked;
  if (isFree(booked)) return words.free;
  const isNamed = cancel_fee_cents !== null;
  const fee = isNamed
    ? words.forParty(formatDollars(cancel_fee_cents, currency))
    : words.unnamedFee(platformName(platform));
  const andPaid = isPaid(booked) ? words.andPaid : '';
  if (free_until === null) {
    if (!isNamed) return words.unknown(platformName(platform));
    return cancel_fee_cents === 0 ? words.youMayLosePaid : words.costsLate(fee) + andPaid;
  }
  const instant = Date.parse(free_until);
  const { date, time } = wallClock(zone, instant);
  const when = `${formatDay(date)}, ${formatTimeAt({ date, time, zone })}`;
  if (instant > now) {
    return words.freeUntilThen(when, cancel_fee_cents === 0 ? words.mayLosePaid : fee + andPaid);
  }
  if (!isNamed) return words.freeUntilOver(when, fee) + andPaid;
  return cancel_fee_cents === 0 ? words.youMayLosePaid : words.costsNow(fee) + andPaid;
}

const isPaid = ({ deposit_cents }: Pick<Stated, 'deposit_cents'>) => (deposit_cents ?? 0) > 0;

const isFree = (stated: Pick<Stated, 'cancel_fee_cents' | 'deposit_cents'>) =>
  stated.cancel_fee_cents === 0 && !isPaid(stated);
