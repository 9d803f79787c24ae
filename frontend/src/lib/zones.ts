/**
 * Wall clocks of other zones. A date and a time become an instant only with a zone of the zone database: an offset
 * such as "EST" would be an hour off for half of the year.
 */
import { TZDateMini } from '@date-fns/tz/date/mini';
import { toIsoDate, toIsoTime, toLocalDate, type IsoDate } from './dates';

/** The zone of all release dates and times ("EST" on screen), also of restaurants in other zones. */
export const RELEASE_ZONE = 'America/New_York';

export const HOUR_MS = 3_600_000;

/**
 * Return the instant, in Unix milliseconds, at which the clock of `zone` shows this date and `HH:MM`. Of an hour that
 * occurs twice it is the first, as on the server. An unknown zone counts as New York's.
 */
export function instantIn(zone: string, date: IsoDate, time: string): number {
  const day = toLocalDate(date);
  const known = isKnownZone(zone) ? zone : RELEASE_ZONE;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  // From its parts: text without an offset would be read in this browser's zone.
  const instant = new TZDateMini(
    day.getFullYear(),
    day.getMonth(),
    day.getDate(),
    hour,
    minute,
    known,
  ).getTime();
  const before = wallClock(known, instant - HOUR_MS);
  return before.date === date && before.time === time ? instant - HOUR_MS : instant;
}

export type WallClock = { date: IsoDate; time: string };

/** Return what calendar and clock of `zone` show at an instant; of an unknown zone, those of New York. */
export function wallClock(zone: string, instant: number): WallClock {
  const there = new TZDateMini(instant, isKnownZone(zone) ? zone : RELEASE_ZONE);
  return { date: toIsoDate(there), time: toIsoTime(there) };
}

const known = new Map<string, boolean>();

/**
 * Whether this browser knows the zone. Hardened browsers call their own zone `Etc/Unknown`, which they do not know, and
 * an older browser may lack a zone of the server.
 */
export function isKnownZone(zone: string): boolean {
  let answer = known.get(zone);
  if (answer === undefined) {
    try {
      new Intl.DateTimeFormat('en-US', { timeZone: zone });
      answer = zone !== '';
    } catch {
      answer = false;
    }
    known.set(zone, answer);
  }
  return answer;
}

let browserZone: string | null | undefined;

/**
 * The zone of this browser, which a traveler's page keeps until it is loaded again. If the browser cannot name it, the
 * zone of all releases: then texts leave the reader's own clock out.
 */
export function localZone(): string {
  return browserZoneName() ?? RELEASE_ZONE;
}

/** The zone of this browser; null if the browser cannot name one that it knows. */
export function browserZoneName(): string | null {
  if (browserZone === undefined) {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    browserZone = typeof timeZone === 'string' && isKnownZone(timeZone) ? timeZone : null;
  }
  return browserZone;
}

/** The zones that can be chosen, in alphabetical order, with the zones that the page needs. */
export function zonesToChoose(...needed: readonly string[]): readonly string[] {
  const all =
    typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set([...all, RELEASE_ZONE, ...needed])].sort();
}
