/**
 * What a request says that belongs to a booked table: it looks for a better one ("search"), or books the one for which
 * the user swaps it ("swap"). Null for every other request, and where the usual text is right. Pure.
 */
import type { Group } from '@/api/reservation-types';
import { daysBetween } from '@/lib/dates';
import { formatDay, formatTimeAt, formatWeekday } from '@/lib/format';
import { wallClock } from '@/lib/zones';
import { isOpen, type TicketState } from './group-state';
import { swapMessages as words } from './ticket/swap-messages';

type SwapGroup = Pick<Group, 'swap' | 'swap_table' | 'status' | 'override_reservations'>;

const DAYS_OF_WEEK = 7;

/** The offer to swap, if a better table was seen; null without one. */
export function swapOfferId({ swap, swap_table: table, status }: SwapGroup): number | null {
  return swap === 'search' && status === 'active' ? (table?.offer_id ?? null) : null;
}

/** The head. `resting`: nobody looks now. */
export function swapHead(group: SwapGroup, resting: boolean, now: number): string | null {
  if (group.swap === null || group.status === 'confirmed') return null;
  if (group.swap === 'search') {
    if (!isOpen(group.status)) return words.searchOver;
    const head = resting ? words.notSearching : words.searching;
    return head(tableOf(group, now));
  }
  if (!isOpen(group.status)) return words.notSwapped;
  return words.swapping(tableOf(group, now));
}

/** The label of the status line. */
export function swapLabel({ swap }: SwapGroup, state: TicketState): string | null {
  const isSearch = swap === 'search';
  if (swap === null) return null;
  if (state === 'table_open' && isSearch) return words.betterOpen;
  if (state !== 'watching' && state !== 'starting') return null;
  return isSearch ? words.searchState : words.swapState;
}

/** What happens to the booked table meanwhile. */
export function swapHelp(group: SwapGroup): string | null {
  const { swap, swap_table: table } = group;
  if (swap === null || !isOpen(group.status)) return null;
  if (swap === 'search') return words.searchHelp(table?.venue_name ?? null);
  return group.override_reservations ? words.replaceHelp : words.swapHelp;
}

/** The first entry of the timeline. */
export function swapFiled({ swap }: Pick<Group, 'swap'>): string | null {
  if (swap === null) return null;
  return swap === 'search' ? words.searchFiled : words.swapFiled;
}

/** `Fri 7:30 PM`, with the date if that is a week ahead or more; null if the table is not known. */
function tableOf({ swap_table: table }: SwapGroup, now: number): string | null {
  if (table === null) return null;
  const { date, time, time_zone: zone } = table;
  const ahead = daysBetween(wallClock(zone, now).date, date);
  const isNear = ahead >= 0 && ahead < DAYS_OF_WEEK;
  const day = isNear ? formatWeekday(date) : `${formatDay(date, new Date(now))},`;
  return `${day} ${formatTimeAt({ date, time, zone })}`;
}
