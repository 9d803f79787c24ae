/** Computes from a release rule when a restaurant opens a day, and the first day that it has not opened yet. Pure. */
import type { VenueDetail } from '@/api/types';
import { addIsoDays, toLocalDate, type IsoDate } from '@/lib/dates';
import { instantIn, RELEASE_ZONE, wallClock } from '@/lib/zones';

/**
 * The restaurant opens a day `days_ahead` days ahead, at `local_time` (`HH:MM`) in `zone`. With a `weekday` (0 is
 * Monday), it opens seven days at once on that weekday, the first of which is `days_ahead` days later.
 */
export type ReleaseRule = {
  days_ahead: number;
  local_time: string;
  zone: string;
  weekday?: number | null;
};

const WEEK = 7;

/**
 * The rule that the request form uses: the learned one if its confidence is not low, otherwise the one that staff
 * entered, otherwise the learned one with low confidence.
 */
export function knownRule({
  learned_rule: learned,
  release_rule: entered,
}: Pick<VenueDetail, 'learned_rule' | 'release_rule'>): ReleaseRule | null {
  return learned !== null && learned.confidence !== 'low' ? learned : (entered ?? learned);
}

/** The instant, in Unix milliseconds, at which the restaurant opens `day`. */
export function opensAt(rule: ReleaseRule, day: IsoDate): number {
  return instantIn(rule.zone, openingDate(rule, day), rule.local_time);
}

/** The day on which the restaurant opens `day`. */
function openingDate({ days_ahead, weekday }: ReleaseRule, day: IsoDate): IsoDate {
  const latest = addIsoDays(day, -days_ahead);
  if (weekday == null) return latest;
  const since = (weekdayOf(latest) - weekday + WEEK) % WEEK;
  return addIsoDays(latest, -since);
}

/** The number of the weekday, 0 for Monday. */
function weekdayOf(day: IsoDate): number {
  return (toLocalDate(day).getDay() + WEEK - 1) % WEEK;
}

/** The first day that the restaurant opens after `now` (Unix milliseconds). */
export function firstClosedDay(rule: ReleaseRule, now: number): IsoDate {
  let day = addIsoDays(wallClock(rule.zone, now).date, rule.days_ahead);
  // The loop runs at most once without a weekday, and at most seven times with one.
  while (opensAt(rule, day) <= now) day = addIsoDays(day, 1);
  return day;
}

/** Release date and time of `day` on New York's clock; null if the restaurant has opened it by `now`. */
export function releaseOf(
  rule: ReleaseRule,
  day: IsoDate,
  now: number,
): { releaseDate: IsoDate; releaseTime: string } | null {
  const instant = opensAt(rule, day);
  if (instant <= now) return null;
  const { date, time } = wallClock(RELEASE_ZONE, instant);
  return { releaseDate: date, releaseTime: time };
}
