/** The odds of a request as text. */
import type { OddsChange } from '@/api/reservation-types';
import { formatDay, formatTimeRange } from '@/lib/format';
import { ODDS } from './odds-messages';
import { formatPercent } from './odds-numbers';

/** The probability as a whole percentage. 0 % and 100 % are never stated. */
export function chanceText(probability: number): string {
  if (probability < 0.01) return ODDS.under;
  if (probability > 0.99) return ODDS.over;
  return formatPercent(probability);
}

/** The probability as `27 in 100`, with the same bounds. */
export function inHundred(probability: number): string {
  if (probability < 0.01) return ODDS.underOne;
  if (probability > 0.99) return ODDS.overMost;
  return ODDS.inHundred(Math.round(probability * 100));
}

export function changeText(change: OddsChange): string {
  const { kind, start_time: start, end_time: end, date, party_size: size } = change;
  if (kind === 'times' && start !== null && end !== null) {
    return ODDS.times(formatTimeRange(start, end));
  }
  if (kind === 'day' && date !== null) return ODDS.day(formatDay(date));
  return ODDS.party(size ?? 1);
}
