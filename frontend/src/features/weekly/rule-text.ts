/** The texts of a weekly rule. Pure. */
import { releaseText } from '@/entities/request/release';
import { addIsoDays } from '@/lib/dates';
import { formatDay, formatDays, formatList, formatTimes, formatWeekday } from '@/lib/format';
import { WEEKLY } from './messages';
import type { WeeklyRule } from './queries';

/** Any Monday. A weekday with the number n is n days later. */
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
    formatTimes(rule.time_windows),
    WEEKLY.party(rule.party_size),
    ...(rule.notify_only ? [WEEKLY.notifyOnly] : []),
    ...(rule.snipe_type === 'release'
      ? [rule.continue_as_cancel ? WEEKLY.releaseThenCancel : WEEKLY.release]
      : []),
    WEEKLY.until(formatDay(rule.until)),
  ].join(', ');
}

/** When the next request is filed; null without a next one. */
export function nextText(rule: WeeklyRule): string | null {
  const { status, files_on: filesOn, next_release_at: opensAt } = rule;
  if (status === 'paused') return WEEKLY.paused;
  if (filesOn === null) return null;
  const dates = formatDays(rule.next_dates);
  if (rule.snipe_type === 'cancel') return WEEKLY.next(dates, formatDay(filesOn));
  if (opensAt !== null) {
    return WEEKLY.nextRelease(dates, releaseText(Date.parse(opensAt)), formatDay(filesOn));
  }
  return rule.continue_as_cancel ? WEEKLY.nextOpen(dates) : WEEKLY.nextSkipped(dates);
}
