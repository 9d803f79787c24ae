/** Days and times in the form's notation. */
import { addIsoDays, today, type IsoDate } from '../../src/lib/dates';
import { formatDay } from '../../src/lib/format';
import { RELEASE_ZONE, wallClock } from '../../src/lib/zones';

const MINUTE = 60_000;

export function isoDay(daysAhead: number): IsoDate {
  return addIsoDays(today(), daysAhead);
}

/** Two days of one month, at least `daysAhead` days from today: the calendar shows one month at a time. */
export function twoDaysOfOneMonth(daysAhead: number): [IsoDate, IsoDate] {
  const [first, second] = [isoDay(daysAhead), isoDay(daysAhead + 1)];
  return first.slice(0, 7) === second.slice(0, 7)
    ? [first, second]
    : [second, isoDay(daysAhead + 2)];
}

/** `Fri, Nov 20`, as in the calendar and on tickets. */
export function dayText(date: IsoDate): string {
  return formatDay(date);
}

/** The same as a pattern: `Wed, Dec 2` must not match `Wed, Dec 23`. */
export function dayName(date: IsoDate): RegExp {
  return new RegExp(`${formatDay(date)}(?!\\d)`);
}

/** The first full minute at least `seconds` ahead, as date and time in New York. */
export function nextMinute({ seconds }: { seconds: number }): {
  at: Date;
  date: IsoDate;
  clock: string;
} {
  const at = new Date(Math.ceil((Date.now() + seconds * 1000) / MINUTE) * MINUTE);
  const { date, time } = wallClock(RELEASE_ZONE, at.getTime());
  return { at, date, clock: time };
}
