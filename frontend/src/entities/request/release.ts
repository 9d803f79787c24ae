/**
 * When a restaurant opens its book: what the form takes, how it is said, and how long it is until then.
 * Release date and time are New York's (specification §2); everywhere else they are an instant. Pure.
 */
import { formatDay, type IsoDate } from '@/lib/dates';
import { formatTime12, instantIn, RELEASE_ZONE, wallClock, zoneCity } from '@/lib/zones';
import { messages } from './messages';

export const RELEASE_TIMES = ['10:00', '12:00'] as const;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** The first day that can be chosen as the release date. */
export function todayInNewYork(now: Date = new Date()): IsoDate {
  return wallClock(RELEASE_ZONE, now.getTime()).date;
}

type Chosen = { releaseDate: IsoDate | null; releaseTime: string | null };

/** The instant that is chosen, in unix milliseconds; null until both parts are. */
export function chosenInstant({ releaseDate, releaseTime }: Chosen): number | null {
  if (releaseDate === null || releaseTime === null) return null;
  return instantIn(RELEASE_ZONE, releaseDate, releaseTime);
}

export type ReleaseErrors = { release_dates_error?: string; release_time_error?: string };

/** What is missing or over, beside the part that it is about. */
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

/** Somewhere whose clock may show another time: `for you in Lisbon`, `at Petit Quai`. */
export type Elsewhere = { zone: string; words: string };

export function forYouIn(zone: string): Elsewhere {
  return { zone, words: `for you in ${zoneCity(zone)}` };
}

/** What the clock of `zone` shows then, with the day where it is another; null where it is New York's time. */
export function clockElsewhere(instant: number, zone: string): string | null {
  const here = wallClock(RELEASE_ZONE, instant);
  const there = wallClock(zone, instant);
  if (there.date !== here.date) return `${there.time} on ${formatDay(there.date)}`;
  return there.time === here.time ? null : there.time;
}

/**
 * `10:00 AM in New York is 07:00 at Petit Quai and 15:00 for you in Lisbon.`, with the day where it is another
 * one; null when every clock shows New York's time. Places whose clocks agree are said once.
 */
export function elsewhereText(instant: number, places: readonly Elsewhere[]): string | null {
  const told = new Map<string, string[]>();
  for (const { zone, words } of places) {
    const clock = clockElsewhere(instant, zone);
    if (clock === null) continue;
    told.set(clock, [...new Set([...(told.get(clock) ?? []), words])]);
  }
  if (told.size === 0) return null;
  const parts = [...told].map(([clock, words]) => `${clock} ${listed(words)}`);
  return `${formatTime12(wallClock(RELEASE_ZONE, instant).time)} in New York is ${listed(parts)}.`;
}

/** `Fri Nov 20, 10:00 AM (EST)`. */
export function releaseText(instant: number, now?: Date): string {
  const { date, time } = wallClock(RELEASE_ZONE, instant);
  return `${formatDay(date, now)}, ${formatTime12(time)} (EST)`;
}

/** `14:05`, to the second, in the last hour before `opensAt`; null before it and from the instant on. */
export function countdownText(opensAt: number, now: number): string | null {
  const left = opensAt - now;
  if (left <= 0 || left >= HOUR) return null;
  // A second that has begun still counts: 0:00 is never shown before the book opens.
  const seconds = Math.ceil(left / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function listed(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`;
}
