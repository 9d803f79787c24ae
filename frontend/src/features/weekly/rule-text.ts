/** The texts of a weekly rule. Pure. */
import { addIsoDays } from '@/lib/dates';
import { formatDay, formatDays, formatList, formatTimes, formatWeekday } from '@/lib/format';
import { WEEKLY } from './messages';
import type { WeeklyRule } from './queries';

/** Any Monday: weekday numbers count from it. */
const MONDAY = '2026-11-30';

/** `Osteria Lume and Petit Quai`. */
export function ruleTitle({ venue_names }: Pick<WeeklyRule, 'venue_names'>): string {
  return formatList(venue_names);
}

/** `Every Fri and Sat, 6:30 – 8:30 PM, for 2, until Fri, Jan 29`. */
export function ruleText(rule: WeeklyRule): string {
  const weekdays = rule.weekdays.map((weekday) => formatWeekday(addIsoDays(MONDAY, weekday)));
  return [
    WEEKLY.every(formatList(weekdays)),
    formatTimes(rule),
    WEEKLY.party(rule.party_size),
    ...(rule.notify_only ? [WEEKLY.notifyOnly] : []),
    WEEKLY.until(formatDay(rule.until)),
  ].join(', ');
}

/** When the next request is filed; null without a next one. */
export function nextText({ status, next_dates, files_on }: WeeklyRule): string | null {
  if (status === 'paused') return WEEKLY.paused;
  return files_on === null ? null : WEEKLY.next(formatDays(next_dates), formatDay(files_on));
}
