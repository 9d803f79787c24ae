/**
 * Final Sniping Day (specification §5): the last day on which a cancel request looks for a table. A preset counts
 * from the first reservation date; a chosen day stays and may become invalid when the dates change.
 */
import { addIsoDays, daysBetween, type IsoDate } from '@/lib/dates';
import { messages } from './messages';

export type FinalSnipe = { daysBefore: 1 | 2 } | { on: IsoDate };
export const FINAL_SNIPE_PRESETS = [1, 2] as const;

export function firstDate(dates: readonly IsoDate[]): IsoDate | null {
  return [...dates].sort()[0] ?? null;
}

/** The day that a choice means now; null without a reservation date to count from. */
export function finalSnipeDate(
  choice: FinalSnipe | null,
  dates: readonly IsoDate[],
): IsoDate | null {
  if (choice === null) return null;
  if ('on' in choice) return choice.on;
  const first = firstDate(dates);
  return first === null ? null : addIsoDays(first, -choice.daysBefore);
}

/** Why a choice is invalid, in the specification's words; null if it is valid. */
export function finalSnipeError(
  choice: FinalSnipe | null,
  dates: readonly IsoDate[],
  today: IsoDate,
): string | null {
  if (choice === null) return null;
  const first = firstDate(dates);
  if (first === null) return messages.finalNeedsDate;
  if ('on' in choice) {
    if (choice.on < today) return messages.finalPast;
    return choice.on > latestFinalDay(first) ? messages.finalTooLate : null;
  }
  if (daysBetween(today, first) >= choice.daysBefore) return null;
  return first === today ? messages.finalDateIsToday : messages.finalDateIsTomorrow;
}

/** At most one day after the first reservation date. */
export function latestFinalDay(first: IsoDate): IsoDate {
  return addIsoDays(first, 1);
}
