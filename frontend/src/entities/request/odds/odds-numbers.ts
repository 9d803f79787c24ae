/** The numbers of the odds: chances and rates. */
import { toIsoTime } from '@/lib/dates';
import { formatNumber, formatTime } from '@/lib/format';

/** A whole percentage: `27%`. */
export const formatPercent = (share: number) => formatNumber(share, { style: 'percent' });

/** A rate with one digit: `0.4`. */
export const formatRate = (rate: number) =>
  formatNumber(rate, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A full hour of the day: `7:00 PM`. */
export const formatHour = (hour: number) => formatTime(toIsoTime(new Date(2026, 0, 1, hour)));
