/**
 * Wall clocks of other zones. A date and a time become an instant only with a zone of the zone database: an offset
 * such as "EST" would be an hour off for half of the year.
 */
import { TZDate } from '@date-fns/tz';
import { toIsoDate, toIsoTime, toLocalDate, type IsoDate } from './dates';

/** The zone of all release dates and times ("EST" on screen), also of restaurants in other zones. */
export const RELEASE_ZONE = 'America/New_York';

export const HOUR_MS = 3_600_000;

/**
 * Return the instant, in Unix milliseconds, at which the clock of `zone` shows this date and `HH:MM`. Of an hour that
 * occurs twice it is the first, as on the server.
 */
export function instantIn(zone: string, date: IsoDate, time: string): number {
  const day = toLocalDate(date);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  // From its parts: text without an offset would be read in this browser's zone.
  const instant = new TZDate(
    day.getFullYear(),
    day.getMonth(),
    day.getDate(),
    hour,
    minute,
    zone,
  ).getTime();
  const before = wallClock(zone, instant - HOUR_MS);
  return before.date === date && before.time === time ? instant - HOUR_MS : instant;
}

export type WallClock = { date: IsoDate; time: string };

/** Return what calendar and clock of `zone` show at an instant. */
export function wallClock(zone: string, instant: number): WallClock {
  const there = new TZDate(instant, zone);
  return { date: toIsoDate(there), time: toIsoTime(there) };
}

let browserZone: string | undefined;

/** The zone of this browser, which a traveler's page keeps until it is loaded again.. */
export function localZone(): string {
  return (browserZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
}
