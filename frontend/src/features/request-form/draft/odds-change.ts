/** What a change that raises the odds does to the draft, and whether the plan includes it. Pure. */
import type { OddsChange } from '@/api/reservation-types';
import type { Entitlements } from '@/api/types';
import { isPreset } from '../sections/times/time-presets';
import { addDates, type Draft } from './draft';

/** Null if the plan does not include it. */
export function appliedChange(
  change: OddsChange,
  { dates }: Pick<Draft, 'dates'>,
  plan: Entitlements,
): Partial<Draft> | null {
  const { kind, date, start_time: start, end_time: end, party_size: size } = change;
  if (kind === 'times' && start !== null && end !== null) {
    const time = { start, end };
    return plan.custom_time || isPreset(time) ? { time, moreTimes: [] } : null;
  }
  if (kind === 'day' && date !== null) {
    if (dates.length >= plan.max_dates) return null;
    return { dates: addDates(dates, [date]), offeredDay: null };
  }
  if (size === null) return null;
  return plan.custom_party_size || plan.party_sizes.includes(size) ? { partySize: size } : null;
}
