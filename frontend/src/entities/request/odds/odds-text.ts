/** The odds of a request as text. */
import type { OddsChange, StatedOdds } from '@/api/reservation-types';
import { formatCount, formatDay, formatTimeRange } from '@/lib/format';
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

/** The odds as `27 in 100`, and as `5 to 60 in 100` where only bounds are known. */
export function oddsText({
  probability,
  bounds,
}: Pick<StatedOdds, 'probability' | 'bounds'>): string {
  const [low, high] = (bounds ?? []).map((bound) =>
    Math.min(99, Math.max(1, Math.round(bound * 100))),
  );
  return low === undefined || high === undefined || low === high
    ? inHundred(probability)
    : ODDS.between(low, high);
}

/** From what the odds were estimated. */
export const sourceText = ({ bounds, sightings }: Pick<StatedOdds, 'bounds' | 'sightings'>) =>
  bounds === null ? ODDS.from(sightings, formatCount(sightings)) : ODDS.fromOthers;

export function changeText(change: OddsChange): string {
  const { kind, start_time: start, end_time: end, date, party_size: size } = change;
  if (kind === 'times' && start !== null && end !== null) {
    return ODDS.times(formatTimeRange(start, end));
  }
  if (kind === 'day' && date !== null) return ODDS.day(formatDay(date));
  return ODDS.party(size ?? 1);
}
