/**
 * Calendar dates as the API sends them: `YYYY-MM-DD` text without a zone, and times as `HH:MM`. They never pass
 * through `new Date(text)`, which reads midnight UTC and shows the day before anywhere west of Greenwich. This is
 * arithmetic; what people read is in `format.ts`.
 */
const DAY_MS = 86_400_000;

const padded = (value: number, length = 2) => String(value).padStart(length, '0');

export type IsoDate = string;
/** As in Date: 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Return the date at local midnight, for calendars and formatting only. */
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
  return `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
}

export function addIsoDays(date: IsoDate, days: number): IsoDate {
  const day = toLocalDate(date);
  day.setDate(day.getDate() + days);
  return toIsoDate(day);
}

/** Return the whole days from `a` to `b`, negative if `b` is earlier; daylight saving time does not count. */
export function daysBetween(a: IsoDate, b: IsoDate): number {
  // As days of UTC, which all have 24 hours.
  return (Date.parse(b) - Date.parse(a)) / DAY_MS;
}

/** Return how many rows the date's month has in a calendar whose weeks begin on this weekday. */
export function weeksOfMonth(date: IsoDate, firstWeekday: Weekday): number {
  const day = toLocalDate(date);
  const first = (new Date(day.getFullYear(), day.getMonth(), 1).getDay() + 7 - firstWeekday) % 7;
  const days = new Date(day.getFullYear(), day.getMonth() + 1, 0).getDate();
  return Math.ceil((first + days) / 7);
}

/** Today on the user's calendar. */
export function today(now: Date = new Date()): IsoDate {
  return toIsoDate(now);
}

/** Return the `HH:MM` of the date's own zone. */
export function toIsoTime(date: Date): string {
  return `${padded(date.getHours())}:${padded(date.getMinutes())}`;
}
