/** Which rows the table shows, and their order. Pure: it turns the filters of the address into ids. */
import type { Group } from '@/api/reservation-types';
import { addIsoDays, toLocalDate, type IsoDate } from '@/lib/dates';
import { compareNames } from '@/lib/format';
import { ticketState } from '@/entities/request/group-state';
import {
  TABS,
  type ListSearch,
  type Sort,
  type SortKey,
  type When,
} from '@/entities/request/list/list-search';

export type TableFilter = Pick<
  ListSearch,
  'status' | 'client' | 'account' | 'venue' | 'q' | 'when' | 'needs' | 'only' | 'sort'
>;

/** What the filter needs besides the group. */
export type FilterContext = { today: IsoDate; conflicts: ReadonlySet<number> };

/** Return the ids of `order` that match, sorted as requested; without a sort by dinner, the next one first. */
export function arrange(
  groups: ReadonlyMap<number, Group>,
  order: readonly number[],
  filter: TableFilter,
  context: FilterContext,
): number[] {
  const passes = matcher(filter, context);
  const found = order.flatMap((id) => {
    const group = groups.get(id);
    return group !== undefined && passes(group) ? [group] : [];
  });
  const { sort } = filter;
  const arranged = sort === undefined ? byDinner(found, context.today) : sorted(found, sort);
  return arranged.map((group) => group.group_id);
}

/** Return a predicate of the filter. Work that is the same for all groups is done once. */
export function matcher(filter: TableFilter, context: FilterContext): (group: Group) => boolean {
  const { status, client, account, venue, when, needs, only } = filter;
  const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const days = when === undefined ? null : daysOf(when, context.today);
  const ids =
    only === undefined
      ? null
      : only === 'conflicts'
        ? context.conflicts
        : new Set(only.split(',').map(Number));
  return (group) =>
    (status === undefined || group.status === status) &&
    (client === undefined || group.book_on_behalf === client) &&
    (account === undefined || group.account_name === account) &&
    (venue === undefined || group.venues.some(({ venue_name }) => venue_name === venue)) &&
    (ids === null || ids.has(group.group_id)) &&
    (days === null || group.dates.some((date) => days.from <= date && date <= days.to)) &&
    (needs === undefined || needsOwner(group)) &&
    (words.length === 0 || matchesText(group, words));
}

/** First and last day. A weekend begins on Friday; on Saturday and Sunday it is the current one. */
export function daysOf(when: When, today: IsoDate): { from: IsoDate; to: IsoDate } {
  if (when === 'today') return { from: today, to: today };
  if (when === 'week') return { from: today, to: addIsoDays(today, 6) };
  const sinceFriday = (toLocalDate(today).getDay() + 2) % 7;
  const friday = addIsoDays(today, sinceFriday <= 2 ? -sinceFriday : 7 - sinceFriday);
  return { from: friday < today ? today : friday, to: addIsoDays(friday, 2) };
}

/** Whether it waits for an action of its owner: reconnecting an account, or making room in the plan. */
export function needsOwner(group: Group): boolean {
  if (ticketState(group) === 'needs_reconnect') return true;
  return group.members.some((member) => member.status === 'paused' && member.reason !== null);
}

function matchesText(group: Group, words: readonly string[]): boolean {
  const places = group.venues.map((venue) => `${venue.venue_name} ${venue.neighborhood}`);
  const text = [group.book_on_behalf ?? '', group.account_name, ...places].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

const KEYS: Record<SortKey, (group: Group) => string> = {
  client: ({ book_on_behalf }) => book_on_behalf ?? '',
  venue: ({ venues }) => venues[0]?.venue_name ?? '',
  date: ({ dates, start_time }) => `${dates[0] ?? ''} ${start_time}`,
  status: ({ status }) => String(TABS.indexOf(status)),
  account: ({ account_name }) => account_name,
};

/** Equal rows keep the given order. Rows without a client come last in both directions. */
function sorted(groups: readonly Group[], sort: Sort): Group[] {
  const isDown = sort.startsWith('-');
  const keyOf = KEYS[(isDown ? sort.slice(1) : sort) as SortKey];
  return groups
    .map((group) => ({ group, key: keyOf(group) }))
    .sort((a, b) => {
      if (a.key === '' || b.key === '') return Number(a.key === '') - Number(b.key === '');
      return isDown ? compareNames(b.key, a.key) : compareNames(a.key, b.key);
    })
    .map(({ group }) => group);
}

/** The day of the next dinner of a request; after its last one, that one. */
export function dinnerOf({ dates }: Group, today: IsoDate): IsoDate {
  const days = [...dates].sort();
  return days.find((day) => day >= today) ?? days.at(-1) ?? '';
}

/** The next dinners first, then the past ones from the latest. Equal rows keep the given order. */
function byDinner(groups: readonly Group[], today: IsoDate): Group[] {
  const keyed = groups.map((group) => {
    const day = dinnerOf(group, today);
    return { group, isPast: day < today, key: `${day} ${group.start_time}` };
  });
  keyed.sort((a, b) => {
    if (a.isPast !== b.isPast) return Number(a.isPast) - Number(b.isPast);
    if (a.key === b.key) return 0;
    return a.key < b.key === a.isPast ? 1 : -1;
  });
  return keyed.map(({ group }) => group);
}

/** A value that rows can be filtered by, and how many rows have it. */
export type Choice = { value: string; count?: number };

/** Every client, account or restaurant of the groups, by name. */
export function choicesOf(groups: Iterable<Group>, what: 'client' | 'account' | 'venue'): Choice[] {
  const counts = new Map<string, number>();
  for (const group of groups) {
    for (const value of valuesOf(group, what)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => compareNames(a.value, b.value));
}

function valuesOf(group: Group, what: 'client' | 'account' | 'venue'): Iterable<string> {
  if (what === 'client') return group.book_on_behalf === null ? [] : [group.book_on_behalf];
  if (what === 'account') return group.account_name === '' ? [] : [group.account_name];
  return new Set(group.venues.map(({ venue_name }) => venue_name));
}
