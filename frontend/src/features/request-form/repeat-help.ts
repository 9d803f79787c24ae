/** When a repeated request is filed. Pure. */
import type { IsoDate } from '@/lib/dates';
import type { Draft } from './draft/draft';
import { REQUEST_FORM } from './messages';

const WEEK = 7;
const DAY_MS = 86_400_000;

/** The sentence below `Repeat every week`. */
export function repeatHelp({
  snipeType,
  dates,
  releaseDate,
  continueAsCancel,
}: Pick<Draft, 'snipeType' | 'dates' | 'releaseDate' | 'continueAsCancel'>): string {
  if (snipeType === 'cancel') return REQUEST_FORM.repeatHelp;
  const [day] = dates.toSorted();
  const ahead = day === undefined || releaseDate === null ? null : daysBetween(releaseDate, day);
  // Requests are filed a week before the reservation at the latest.
  const days = ahead === null || ahead < 0 ? null : Math.max(WEEK, ahead + 1);
  return [
    REQUEST_FORM.repeatRelease(days),
    REQUEST_FORM.repeatOpen[continueAsCancel ? 'true' : 'false'],
  ].join(' ');
}

function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
