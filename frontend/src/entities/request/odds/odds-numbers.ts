/** The numbers of the odds: chances, rates and scores. */
import { toIsoTime } from '@/lib/dates';
import { formatNumber, formatTime } from '@/lib/format';

/** A whole percentage: `27%`. */
export const formatPercent = (share: number) => formatNumber(share, { style: 'percent' });

/** A range of chances: `20% to 30%`. */
export const formatPercentRange = (from: number, to: number) =>
  `${formatPercent(from)} to ${formatPercent(to)}`;

/** A rate with one digit: `0.4`. */
export const formatRate = (rate: number) =>
  formatNumber(rate, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A Brier score with three digits: `0.129`. */
export const formatScore = (score: number) =>
  formatNumber(score, { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** A full hour of the day: `7:00 PM`. */
export const formatHour = (hour: number) => formatTime(toIsoTime(new Date(2026, 0, 1, hour)));
