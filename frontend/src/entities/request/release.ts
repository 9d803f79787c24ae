/**
 * When a restaurant opens its book: what the form accepts, its text, and the time until then. Release date and time
 * are New York's (specification §2); everywhere else the release is an instant. Pure.
 */
import type { IsoDate } from '@/lib/dates';
import { formatCountdown, formatDay, formatList, formatTime, zoneCity } from '@/lib/format';
import { HOUR_MS, instantIn, RELEASE_ZONE, wallClock } from '@/lib/zones';
import { messages, releaseMessages } from './messages';

export const RELEASE_TIMES = ['10:00', '12:00'] as const;

const SECOND_MS = 1000;

/** The first day that can be chosen as the release date. */
export function todayInNewYork(now: Date = new Date()): IsoDate {
  return wallClock(RELEASE_ZONE, now.getTime()).date;
}

type Chosen = { releaseDate: IsoDate | null; releaseTime: string | null };

/** The chosen instant in Unix milliseconds; null until date and time are chosen. */
export function chosenInstant({ releaseDate, releaseTime }: Chosen): number | null {
  if (releaseDate === null || releaseTime === null) return null;
  return instantIn(RELEASE_ZONE, releaseDate, releaseTime);
}

export type ReleaseErrors = { release_dates_error?: string; release_time_error?: string };

/** What is missing or past, by field. */
export function releaseErrors(chosen: Chosen, now: number): ReleaseErrors {
  const instant = chosenInstant(chosen);
  if (instant !== null) {
    return instant > now ? {} : { release_time_error: messages.releaseOver };
  }
  return {
    ...(chosen.releaseDate === null ? { release_dates_error: messages.releaseDateError } : {}),
    ...(chosen.releaseTime === null ? { release_time_error: messages.releaseTimeError } : {}),
  };
}

/** A place whose clock may show another time: `for you in Lisbon`, `at Petit Quai`. */
export type OtherClock = { zone: string; label: string };

export function forYouIn(zone: string): OtherClock {
  return { zone, label: releaseMessages.forYouIn(zoneCity(zone)) };
}

/** What the clock of `zone` shows then, with the day if it differs; null if it is New York's time. */
export function clockInZone(instant: number, zone: string): string | null {
  const here = wallClock(RELEASE_ZONE, instant);
  const there = wallClock(zone, instant);
  if (there.date !== here.date) {
    return releaseMessages.onDay(formatTime(there.time), formatDay(there.date));
  }
  return there.time === here.time ? null : formatTime(there.time);
}

/**
 * `10:00 AM in New York is 7:00 AM at Petit Quai and 3:00 PM for you in Lisbon.`, with the day if it differs; null if
 * every clock shows New York's time. Places with equal clocks are combined.
 */
export function otherClocksText(instant: number, places: readonly OtherClock[]): string | null {
  const byClock = new Map<string, string[]>();
  for (const { zone, label } of places) {
    const clock = clockInZone(instant, zone);
    if (clock === null) continue;
    byClock.set(clock, [...new Set([...(byClock.get(clock) ?? []), label])]);
  }
  if (byClock.size === 0) return null;
  const parts = [...byClock].map(([clock, label]) => `${clock} ${formatList(label)}`);
  return releaseMessages.otherClocks(
    formatTime(wallClock(RELEASE_ZONE, instant).time),
    formatList(parts),
  );
}

/** `Fri, Nov 20, 10:00 AM (EST)`. */
export function releaseText(instant: number, now?: Date): string {
  const { date, time } = wallClock(RELEASE_ZONE, instant);
  return releaseMessages.instant(formatDay(date, now), formatTime(time));
}

/** `14:05`, in the last hour before `opensAt`; null before that and from the instant on. */
export function countdownText(opensAt: number, now: number): string | null {
  const left = opensAt - now;
  if (left <= 0 || left >= HOUR_MS) return null;
  // Rounds up: 0:00 is never shown before the book opens.
  return formatCountdown(Math.ceil(left / SECOND_MS));
}
