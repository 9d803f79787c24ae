/**
 * Everything that people read as a day, a time, a duration, money, a number or a list, in the reader's form. The only
 * module that formats with `Intl`; ESLint refuses it elsewhere. On the wire and in forms times stay `HH:MM` and days
 * `YYYY-MM-DD`.
 *
 * Every date formatter works in UTC and is given the fields of a clock as if they were UTC's: one formatter serves wall
 * times, calendar days and instants, and a change of the clocks cannot move any of them.
 */
import { toLocalDate, type IsoDate, type Weekday } from './dates';
import { instantIn, isKnownZone, localZone, wallClock } from './zones';

const FALLBACK_LOCALE = 'en-US';
const JUST_NOW = 'just now';
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

type Reader = {
  /** The first language of the browser that Intl knows. */
  tag: string;
  /** The English locale that writes days and times as `tag` does. */
  locale: string;
};

const AMERICAN: Reader = { tag: FALLBACK_LOCALE, locale: FALLBACK_LOCALE };
let known: { languages: readonly string[]; reader: Reader } | undefined;

function reader(): Reader {
  // The landing page is rendered for everyone, so it never takes the language of the machine that builds it.
  if (typeof document === 'undefined') return AMERICAN;
  const { languages } = navigator;
  if (known?.languages !== languages) {
    const tag = languages.find(isLocale) ?? FALLBACK_LOCALE;
    known = { languages, reader: { tag, locale: englishAs(tag) } };
  }
  return known.reader;
}

/**
 * The locale of all formats. The page is written in English, so it is an English one; hours and the order of dates are
 * those of the browser's first language.
 */
export function readerLocale(): string {
  return reader().locale;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** Names of days and months leave two orders in English: a date that begins with its year reads as an American one. */
function englishAs(tag: string): string {
  if (/^en(-|$)/i.test(tag)) return tag;
  const locale = isDayFirst(tag) ? 'en-GB' : 'en-US';
  const { hourCycle } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions();
  return `${locale}-u-hc-${hourCycle === 'h11' || hourCycle === 'h12' ? 'h12' : 'h23'}`;
}

function isDayFirst(tag: string): boolean {
  const parts = new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric' }).formatToParts(0);
  const order = parts.map(({ type }) => type);
  return order.indexOf('day') < order.indexOf('month');
}

type WeekInfo = { firstDay: number };
type LocaleWithWeek = Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo };

/** The day with which the reader's weeks begin: 0 is Sunday, 1 Monday, 6 Saturday. */
export function firstWeekday(): Weekday {
  const { tag } = reader();
  const locale: LocaleWithWeek = new Intl.Locale(tag);
  // Firefox has neither: there Sunday goes with American dates, and Monday with the others.
  const firstDay = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
  return ((firstDay ?? Number(isDayFirst(tag))) % 7) as Weekday;
}

/** The values of a week from Monday, in the order of the reader's week. */
export function inReadersOrder<T>(week: readonly T[]): T[] {
  const first = (firstWeekday() + 6) % 7;
  return [...week.slice(first), ...week.slice(0, first)];
}

const STYLES = {
  time: { timeStyle: 'short' },
  clock: { timeStyle: 'medium' },
  day: { weekday: 'short', month: 'short', day: 'numeric' },
  weekday: { weekday: 'short' },
  fullDay: { weekday: 'long', month: 'short', day: 'numeric' },
  dayAndYear: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  longDay: { month: 'long', day: 'numeric', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A formatter costs as much to make as a thousand uses of it. */
const cache = new Map<string, unknown>();

function cached<T>(kind: string, make: (locale: string) => T): T {
  const locale = readerLocale();
  const key = `${locale} ${kind}`;
  let found = cache.get(key) as T | undefined;
  if (found === undefined) {
    found = make(locale);
    cache.set(key, found);
  }
  return found;
}

function dateFormat(style: keyof typeof STYLES): Intl.DateTimeFormat {
  return cached(
    style,
    (locale) => new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone: 'UTC' }),
  );
}

/** Intl separates with narrow and thin spaces, which fonts and searches treat as foreign. */
function plainSpaces(text: string): string {
  return text.replaceAll(/[\u2009\u202f]/g, ' ');
}

/** The fields of a local date as if they were UTC's. */
function asUtc(date: Date): number {
  return Date.UTC(
    date.getFullYear(),
    date.getMonth(),
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
  );
}

/** `HH:MM` or `HH:MM:SS` on any day. */
function timeAsUtc(time: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return Date.UTC(2026, 0, 1, hour, minute, second);
}

/** Format `Fri, Nov 20`, or `Friday, Nov 20`; with the year, and short, if it is not the current one. */
export function formatDay(
  date: IsoDate,
  now: Date = new Date(),
  weekday: 'short' | 'long' = 'short',
): string {
  const day = toLocalDate(date);
  const thisYear = weekday === 'long' ? 'fullDay' : 'day';
  const style = day.getFullYear() === now.getFullYear() ? thisYear : 'dayAndYear';
  // `Fri 20 Nov` and `Fri, 20 Nov 2026` in one form.
  return dateFormat(style)
    .format(asUtc(day))
    .replace(/^(\p{L}+), (?=\d)/u, '$1 ');
}

/** Format `Fri`, for a day within a week. */
export function formatWeekday(date: IsoDate): string {
  return dateFormat('weekday').format(asUtc(toLocalDate(date)));
}

/** Format several days, each once and in order: `Fri, Nov 20 · Sat, Nov 21`. A day has a comma of its own. */
export function formatDays(dates: readonly IsoDate[], now?: Date): string {
  return [...new Set(dates)]
    .sort()
    .map((date) => formatDay(date, now))
    .join(' · ');
}

/** Format `November 20, 2026`: a calendar date, or an instant on the reader's calendar. */
export function formatLongDay(date: string): string {
  return dateFormat('longDay').format(longDayAsUtc(date));
}

/** Format the date of a story, which is `November 20, 2026` in every locale (specification §2). */
export function formatStoryDay(date: string): string {
  return new Intl.DateTimeFormat(FALLBACK_LOCALE, { ...STYLES.longDay, timeZone: 'UTC' }).format(
    longDayAsUtc(date),
  );
}

function longDayAsUtc(date: string): number {
  const isCalendarDate = date.length === 'YYYY-MM-DD'.length;
  return asUtc(isCalendarDate ? toLocalDate(date) : new Date(date));
}

/** Format `November 2026`, the heading of a calendar. */
export function formatMonth(month: Date): string {
  return dateFormat('month').format(asUtc(month));
}

/** Format `HH:MM` as `7:00 PM`. */
export function formatTime(time: string): string {
  return plainSpaces(dateFormat('time').format(timeAsUtc(time)));
}

/** Format two `HH:MM` as `6:30 – 8:30 PM`. */
export function formatTimeRange(start: string, end: string): string {
  return plainSpaces(dateFormat('time').formatRange(timeAsUtc(start), timeAsUtc(end)));
}

export type TimeAt = { date: IsoDate; time: string; zone: string };

/** Format `7:00 PM`, or `7:00 PM in New York` if the reader's clock differs from the restaurant's that day. */
export function formatTimeAt(at: TimeAt): string {
  const text = formatTime(at.time);
  return isReaderClock(at) ? text : `${text} in ${zoneCity(at.zone)}`;
}

type ApiWindow = { start_time: string; end_time: string };

/**
 * Format the windows of a request as `12:00 – 1:30 PM or 7:00 – 9:00 PM`; at a date and in a zone, with ` in New York`
 * as in formatTimeAt.
 */
export function formatTimes(
  windows: readonly ApiWindow[],
  at?: { date: IsoDate; zone: string },
): string {
  const text = formatList(
    windows.map(({ start_time: start, end_time: end }) => formatTimeRange(start, end)),
    'disjunction',
  );
  return at === undefined || isReaderClock({ ...at, time: windows[0]?.start_time ?? '' })
    ? text
    : `${text} in ${zoneCity(at.zone)}`;
}

/** Format `New York time`; null if the reader's clock shows the same. */
export function formatZone(at: TimeAt): string | null {
  return isReaderClock(at) ? null : `${zoneCity(at.zone)} time`;
}

/** Whether the reader's clock shows the same day and time as a clock of the zone. An unknown zone is taken as theirs. */
function isReaderClock({ date, time, zone }: TimeAt): boolean {
  const readerZone = localZone();
  if (!isKnownZone(zone) || zone === readerZone) return true;
  const here = wallClock(readerZone, instantIn(zone, date, time));
  return here.date === date && here.time === time;
}

/** `America/New_York` → `New York`. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Format an instant as `7:04 PM` on the reader's clock. */
export function formatInstant(instant: string | number): string {
  return plainSpaces(dateFormat('time').format(asUtc(new Date(instant))));
}

/** Format `HH:MM:SS` as `7:04:12 PM`, for an invented timeline. */
export function formatTimeWithSeconds(time: string): string {
  return plainSpaces(dateFormat('clock').format(timeAsUtc(time)));
}

/** Format an instant as `7:04:12 PM` on the reader's clock, for timelines only. */
export function formatClock(instant: string | number): string {
  return plainSpaces(dateFormat('clock').format(asUtc(new Date(instant))));
}

/** Format `just now`, `14s ago`, `3m ago`, `2h ago` or `5d ago`; both in milliseconds. */
export function formatAgo(then: number, at: number): string {
  const seconds = Math.max(0, Math.floor((at - then) / 1000));
  if (seconds < 2) return JUST_NOW;
  const ago = cached('ago', (locale) => new Intl.RelativeTimeFormat(locale, { style: 'narrow' }));
  if (seconds < MINUTE_S) return ago.format(-seconds, 'second');
  if (seconds < HOUR_S) return ago.format(-Math.floor(seconds / MINUTE_S), 'minute');
  if (seconds < DAY_S) return ago.format(-Math.floor(seconds / HOUR_S), 'hour');
  return ago.format(-Math.floor(seconds / DAY_S), 'day');
}

/** Format the seconds until something happens as `14:05`, a duration and no time of day. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`;
}

/** Format `$50.00`; with the currency '', which is not known, the number alone. */
export function formatMoney(cents: number, currency = 'USD'): string {
  if (currency === '') return formatNumber(cents / 100, { minimumFractionDigits: 2 });
  return cached(`money ${currency}`, (locale) => {
    return new Intl.NumberFormat(locale, { style: 'currency', currency });
  }).format(cents / 100);
}

/** Format `$50`, or `$25.50`; another currency by its ISO code. */
export function formatDollars(cents: number, currency = 'USD'): string {
  if (cents % 100 !== 0 || currency === '') return formatMoney(cents, currency);
  return cached(`dollars ${currency}`, (locale) => {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      maximumFractionDigits: 0,
    });
  }).format(cents / 100);
}

/** Format a number with options of Intl.NumberFormat, such as a percentage. */
export function formatNumber(value: number, style: Intl.NumberFormatOptions): string {
  return cached(JSON.stringify(style), (locale) => new Intl.NumberFormat(locale, style)).format(
    value,
  );
}

/** Format `12,345`. */
export function formatCount(count: number): string {
  return cached('count', (locale) => new Intl.NumberFormat(locale)).format(count);
}

/** Format `a, b, and c`, or `a or b`. */
export function formatList(
  items: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return listFormat(type).format(items);
}

/** Return the words of a list with the text between them, for lists whose items are elements. */
export function listParts(
  items: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): { isItem: boolean; text: string }[] {
  return listFormat(type)
    .formatToParts(items)
    .map(({ type: part, value }) => ({ isItem: part === 'element', text: value }));
}

function listFormat(type: 'conjunction' | 'disjunction'): Intl.ListFormat {
  return cached(type, (locale) => new Intl.ListFormat(locale, { type }));
}

/** Compare two names as the reader's alphabet and numbers order them. */
export function compareNames(a: string, b: string): number {
  return cached('names', (locale) => {
    return new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  }).compare(a, b);
}

/**
 * Make the formatters of a list of requests while its data is on the way. The first use of `Intl` reads its data from
 * disk, which takes 10 to 20 ms of a laptop's processor.
 */
export function warmUpFormats(): void {
  for (const style of ['clock', 'day'] as const) dateFormat(style).format(0);
  formatTimes([{ start_time: '18:00', end_time: '20:00' }]);
  formatAgo(0, DAY_S);
  formatCount(0);
}
