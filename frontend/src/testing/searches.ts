/** Requests that belong to a booked table, on 28 November at 7:15 PM: a search for a better one, and a swap. */
import type { Group, Member } from '@/api/reservation-types';
import { aWatch } from './reservation-fixtures';
import { groupAt } from './reservations';

type SwapTable = NonNullable<Group['swap_table']>;

const TABLE: SwapTable = {
  venue_name: 'Petit Quai',
  time_zone: 'America/New_York',
  date: '2026-11-28',
  time: '19:15',
  offer_id: null,
};

/** A search on the evening before. */
export function aSearch(
  member: Partial<Member> = {},
  table: Partial<SwapTable> = {},
  group: Partial<Group> = {},
): Group {
  return groupAt(
    ['Osteria Lucciola'],
    { date: '2026-11-27', ...member },
    {
      group_id: 6100,
      number: '06100',
      notify_only: true,
      swap: 'search',
      swap_table: { ...TABLE, ...table },
      ...group,
    },
  );
}

/** A search that has seen a better table. */
export function aSearchWithOffer(): Group {
  const watch = aWatch({ state: 'table_open', held_time: '19:30' });
  return aSearch({ watch, page: 'https://resy.com/' }, { offer_id: 31 }, { group_id: 6101 });
}

/** The commanded swap of that table. */
export function aSwapGroup(group: Partial<Group> = {}): Group {
  return groupAt(
    ['Osteria Lucciola'],
    { date: '2026-11-27' },
    { group_id: 6102, number: '06102', swap: 'swap', swap_table: TABLE, ...group },
  );
}
