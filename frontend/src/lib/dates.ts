/**
 * Calendar dates as the API has them: `YYYY-MM-DD` text without a zone, and times of day as `HH:MM`.
 * They never go through `new Date(text)`, which reads a date as midnight UTC and shows the day before
 * anywhere west of Greenwich.
 */
import { addDays, differenceInCalendarDays, format } from 'date-fns';

export type IsoDate = string;

/** The date at local midnight, for calendars and formatting only. */
export function toLocalDate(date: IsoDate): Date {
  const [year, month, day] = date.split('-').map(Number);
  if (
    year === undefined ||
    month === undefined ||
    day === undefined ||
    Number.isNaN(year + month + day)
  ) {
    throw new RangeError(`Not a calendar date: ${date}`);
  }
  return new Date(year, month - 1, day);
}

export function toIsoDate(date: Date): IsoDate {
  return format(date, 'yyyy-MM-dd');
}

export function addIsoDays(date: IsoDate, days: number): IsoDate {
  return toIsoDate(addDays(toLocalDate(date), days));
}

/** Whole days from `a` to `b`; negative when `b` is earlier. Daylight saving does not count. */
export function daysBetween(a: IsoDate, b: IsoDate): number {
  return differenceInCalendarDays(toLocalDate(b), toLocalDate(a));
}

/** Today on the user's own calendar. */
export function today(now: Date = new Date()): IsoDate {
  return toIsoDate(now);
}

/** `Fri Nov 20`, with the year when it is not this one. */
export function formatDay(date: IsoDate, now: Date = new Date()): string {
  const day = toLocalDate(date);
  return format(day, day.getFullYear() === now.getFullYear() ? 'EEE MMM d' : 'EEE MMM d, yyyy');
}

/** A clock to the second, for timelines: `19:04:12`. */
export function formatClock(instant: string | number): string {
  return format(new Date(instant), 'HH:mm:ss');
}

/** `December 9, 2026`, on the user's own calendar. */
export function formatLongDay(instant: string): string {
  return format(new Date(instant), 'MMMM d, yyyy');
}
