/** The head of a ticket: what is happening with the request, in a few words. Pure. */
import type { Group } from '@/api/reservation-types';
import { daysBetween } from '@/lib/dates';
import { formatDay, formatTimeAt, formatWeekday } from '@/lib/format';
import { RELEASE_ZONE, wallClock } from '@/lib/zones';
import { bookedTables, upcomingTables } from '../tables/booked-tables';
import { ticketState, type TicketState } from '../group-state';
import { swapHead } from '../swap-text';
import { ticketMessages as words } from './ticket-messages';

/** States in which nobody looks for a table. */
const RESTING: ReadonlySet<TicketState> = new Set([
  'unconfirmed',
  'needs_reconnect',
  'switched_off',
  'restaurant_closed',
  'quarantined',
  'paused',
]);
const TABLE_CANCELED: ReadonlySet<string> = new Set([
  'table_canceled_by_you',
  'canceled_by_link',
  'canceled_at_platform',
]);
const DAYS_OF_WEEK = 7;

export function ticketHead(group: Group, now: number): string {
  const tables = bookedTables(group).length;
  const swap = swapHead(group, RESTING.has(ticketState(group)), now);
  if (swap !== null) return swap;
  switch (group.status) {
    case 'confirmed':
      return upcomingTables(group, now).length === 0 ? words.pastTable : words.yourTables(tables);
    case 'unsuccessful':
      return group.notify_only ? words.notificationsEnded : words.noTable;
    case 'canceled':
      return group.members.some(({ reason }) => TABLE_CANCELED.has(reason ?? ''))
        ? words.tableCanceled
        : words.requestCanceled;
    case 'active':
    case 'paused':
      if (RESTING.has(ticketState(group))) return words.notWatching;
      if (tables > 0) return words.tableAndWatching(tables);
      if (group.notify_only) return words.watchingNotifyOnly;
      return group.release_at === null
        ? words.watchingForCancellations
        : openingText(Date.parse(group.release_at), now);
  }
}

/** `Book opens Sat 10:00 AM`, with the date if that is a week ahead or more. Release times are New York's. */
function openingText(opensAt: number, now: number): string {
  const { date, time } = wallClock(RELEASE_ZONE, opensAt);
  const isNear = daysBetween(wallClock(RELEASE_ZONE, now).date, date) < DAYS_OF_WEEK;
  const day = isNear ? formatWeekday(date) : `${formatDay(date, new Date(now))},`;
  const when = `${day} ${formatTimeAt({ date, time, zone: RELEASE_ZONE })}`;
  return opensAt > now ? words.bookOpens(when) : words.bookOpened(when);
}
