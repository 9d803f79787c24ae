/**
 * Calendar dates as the API sends them: `YYYY-MM-DD` text without a zone, and times as `HH:MM`. They never pass
 * through `new Date(text)`, which reads midnight UTC and shows the day before anywhere west of Greenwich. Six
 * patterns written by hand: `format` of date-fns would add 5 kB to every page.
 */
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAY_MS = 86_400_000;

const padded = (value: number, length = 2) => String(value).padStart(length, '0');

export type IsoDate = string;

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

/** Today on the user's calendar. */
export function today(now: Date = new Date()): IsoDate {
  return toIsoDate(now);
}

/** Format `Fri Nov 20`, with the year if it is not the current one. */
export function formatDay(date: IsoDate, now: Date = new Date()): string {
  const day = toLocalDate(date);
  const weekday = WEEKDAYS[day.getDay()] ?? '';
  const text = `${weekday} ${monthOf(day).slice(0, 3)} ${day.getDate()}`;
  return day.getFullYear() === now.getFullYear() ? text : `${text}, ${day.getFullYear()}`;
}

/** Format `19:04` in the zone of the date itself. */
export function formatMinute(date: Date): string {
  return `${padded(date.getHours())}:${padded(date.getMinutes())}`;
}

/** Format `19:04:12`, for timelines. */
export function formatClock(instant: string | number): string {
  const date = new Date(instant);
  return `${formatMinute(date)}:${padded(date.getSeconds())}`;
}

/** Format `December 9, 2026` on the user's calendar. */
export function formatLongDay(instant: string): string {
  const date = new Date(instant);
  return `${monthOf(date)} ${date.getDate()}, ${date.getFullYear()}`;
}

function monthOf(date: Date): string {
  return MONTHS[date.getMonth()] ?? '';
}
