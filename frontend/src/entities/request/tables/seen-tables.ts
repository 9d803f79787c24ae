/** The tables that an unsuccessful request saw, and a next request that would have had a chance. Pure. */
import type { Group, Member, Seen } from '@/api/reservation-types';
import { addIsoDays, daysBetween, type IsoDate } from '@/lib/dates';
import { formatDays, formatTimes } from '@/lib/format';
import { amountsText } from '../amounts';
import { ceilingFor, currencyAt } from '../fees';
import { commonZone, zoneOf } from './table-zones';
import { seenMessages as words } from '../ticket/ticket-messages';
import { slotText } from '../slot-text';

const DAYS_OF_WEEK = 7;
const WIDER_BY_MIN = 60;
const LAST_MIN = 23 * 60 + 59;

/** The tables that all unsuccessful reservations of a group saw. Time and seating are those of one of them. */
export function seenTables(group: Pick<Group, 'members'>): Seen {
  const all = group.members.flatMap(({ seen }) => seen ?? []);
  const least = (amounts: readonly (number | null)[]) => {
    const known = amounts.flatMap((cents) => cents ?? []);
    return known.length === 0 ? null : Math.min(...known);
  };
  const newest = newestOf(group)?.seen;
  return {
    tables: all.reduce((sum, { tables }) => sum + tables, 0),
    attempts: all.reduce((sum, { attempts }) => sum + attempts, 0),
    time: newest?.time ?? null,
    seating: newest?.seating ?? '',
    held_fee_cents: least(all.map((seen) => seen.held_fee_cents)),
    held_cancel_fee_cents: least(all.map((seen) => seen.held_cancel_fee_cents)),
  };
}

/** The reservation that saw the newest table. */
function newestOf({ members }: Pick<Group, 'members'>): Member | undefined {
  return members.find(({ seen }) => seen !== null && seen.time !== null);
}

/** `We saw 3 tables, the last at 7:30 PM · Bar. We tried to book 2 of them.` */
export function seenSentence(group: Pick<Group, 'members' | 'venues'>): string {
  const seen = seenTables(group);
  const { tables, attempts, time, seating } = seen;
  const asked = feeText(group, seen);
  if (tables === 0) return words.sawNone;
  const { date = '', venue = 0 } = newestOf(group) ?? {};
  const place = { date, time_zone: zoneOf(group, venue) };
  const last = slotText({ ...place, time, party_size: null, seating });
  return [
    words.saw(tables, last),
    attempts === 0 ? '' : words.tried(attempts),
    asked === '' ? '' : words.cheapestFee(asked),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** The lowest amounts, in the currency of a restaurant that asked for one of them. */
function feeText(group: Pick<Group, 'members' | 'venues'>, least: Seen): string {
  const { held_fee_cents: now, held_cancel_fee_cents: cancel } = least;
  const asked = group.members.find(
    ({ seen }) =>
      (now !== null && seen?.held_fee_cents === now) ||
      (cancel !== null && seen?.held_cancel_fee_cents === cancel),
  );
  return amountsText({ now, cancel }, currencyAt(group, asked?.venue ?? 0));
}

/** The fields that differ in the next request; the form keeps the restaurants and the party size. */
export type NextTry = {
  dates: IsoDate[];
  /** First choice first. */
  times: { start: string; end: string }[];
  anySeating: boolean;
  feeCeilingCents: number;
  cancelFeeCeilingCents: number;
};

/**
 * The next request, which would have had a chance. A day that has passed becomes the next day with the same weekday,
 * and a fee that was too high is accepted. If no table was seen at all, the next request accepts any seating and has
 * a wider time window; several windows stay as they are.
 */
export function nextTry(
  group: Group,
  { today, customTime }: { today: IsoDate; customTime: boolean },
): NextTry {
  const { tables, held_fee_cents, held_cancel_fee_cents } = seenTables(group);
  const over = group.members.filter(({ status }) => status === 'unsuccessful');
  const dates = [...new Set(over.map(({ date }) => sameWeekdayAfter(date, today)))].sort();
  const windows = group.time_windows;
  const by = tables === 0 && customTime && windows.length === 1 ? WIDER_BY_MIN : 0;
  return {
    dates,
    times: windows.map(({ start_time, end_time }) => ({
      start: shifted(start_time, -by),
      end: shifted(end_time, by),
    })),
    anySeating: tables === 0,
    feeCeilingCents: Math.max(group.fee_ceiling_cents, ceilingFor(held_fee_cents ?? 0)),
    cancelFeeCeilingCents: Math.max(
      group.cancel_fee_ceiling_cents,
      ceilingFor(held_cancel_fee_cents ?? 0),
    ),
  };
}

/** The next request as a sentence: `Next chance: Sat, Dec 5, 5:30 – 9:30 PM, any seating, fees up to $50.` */
export function nextTryText(group: Group, next: NextTry): string {
  const { feeCeilingCents: now, cancelFeeCeilingCents: cancel } = next;
  const accepted = amountsText({
    now: now > group.fee_ceiling_cents ? now : null,
    cancel: cancel > group.cancel_fee_ceiling_cents ? cancel : null,
  });
  const hadSeating = group.venues.some(({ table_type }) => table_type !== '');
  const parts = [
    formatDays(next.dates),
    formatTimes(
      next.times.map(({ start, end }) => ({ start_time: start, end_time: end })),
      { date: next.dates[0] ?? '', zone: commonZone(group) },
    ),
    next.anySeating && hadSeating ? words.anySeating : '',
    accepted === '' ? '' : words.feesUpTo(accepted),
  ];
  return words.nextTry(parts.filter((part) => part !== '').join(', '));
}

/** The date itself if it is after today, otherwise the first date after today with the same weekday. */
function sameWeekdayAfter(date: IsoDate, today: IsoDate): IsoDate {
  const passed = daysBetween(date, today);
  if (passed < 0) return date;
  return addIsoDays(date, (Math.floor(passed / DAYS_OF_WEEK) + 1) * DAYS_OF_WEEK);
}

/** A time moved by a number of minutes, but not beyond its day. */
function shifted(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const moved = Math.min(LAST_MIN, Math.max(0, hour * 60 + minute + minutes));
  return [Math.floor(moved / 60), moved % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
