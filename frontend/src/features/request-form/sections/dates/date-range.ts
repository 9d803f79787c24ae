/** The dates of a range, or those on some weekdays in it. Loaded with the panel that uses it. */
import { RRule } from 'rrule';
import type { IsoDate } from '@/lib/dates';

/** Monday first, as in rrule. */
export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Return the dates from `from` to `until`, both included, at most `most`. No weekday means every day. */
export function datesOfRange(
  { from, until, weekdays }: { from: IsoDate; until: IsoDate; weekdays: readonly Weekday[] },
  most: number,
): IsoDate[] {
  if (from === '' || until === '' || until < from) return [];
  const rule = new RRule({
    freq: weekdays.length === 0 ? RRule.DAILY : RRule.WEEKLY,
    // rrule reads and writes UTC; only the calendar day counts here.
    dtstart: midnight(from),
    until: midnight(until),
    ...(weekdays.length === 0 ? {} : { byweekday: [...weekdays] }),
  });
  return rule.all((_date, index) => index < most).map((date) => date.toISOString().slice(0, 10));
}

function midnight(date: IsoDate): Date {
  return new Date(`${date}T00:00:00Z`);
}
