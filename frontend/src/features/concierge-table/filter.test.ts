import { describe, expect, test } from 'vitest';
import { aGroup, aMember, aVenue, aWatch } from '@/testing/reservation-fixtures';
import { arrange, choicesOf, daysOf, needsOwner, type TableFilter } from './filter';

const rows = [
  aGroup({
    group_id: 4,
    number: '00004',
    book_on_behalf: 'Priya R.',
    account_name: 'desk-1',
    venues: [aVenue({ venue_name: 'Vesper', neighborhood: 'Fort Greene' }), aVenue()],
    members: [aMember({ date: '2026-11-28' })],
  }),
  aGroup({
    group_id: 3,
    number: '00003',
    book_on_behalf: 'ada L.',
    account_name: 'desk-2',
    venues: [aVenue({ venue_name: 'Salt Hay', neighborhood: 'Red Hook' })],
    members: [aMember({ date: '2026-11-20', status: 'confirmed' })],
  }),
  aGroup({
    group_id: 2,
    number: '00002',
    book_on_behalf: null,
    account_name: 'desk-1',
    venues: [aVenue({ venue_name: 'Jangdok', neighborhood: 'Koreatown' })],
    members: [aMember({ date: '2026-11-22', status: 'paused', watch: null })],
  }),
];
const GROUPS = new Map(rows.map((row) => [row.group_id, row]));
const CONTEXT = { today: '2026-11-20', conflicts: new Set([2]) };

const shown = (filter: TableFilter) => arrange(GROUPS, [4, 3, 2], filter, CONTEXT);

describe('the table shows', () => {
  test.each<[string, TableFilter, number[]]>([
    ['everything, the next dinner first', {}, [3, 2, 4]],
    ['one status', { status: 'confirmed' }, [3]],
    ['one client', { client: 'Priya R.' }, [4]],
    ['one account', { account: 'desk-1' }, [2, 4]],
    ['one restaurant among a group’s', { venue: 'Osteria Lucciola' }, [4]],
    ['all of them at once', { account: 'desk-1', venue: 'Jangdok', status: 'active' }, []],
    ['a restaurant by a part of its name', { q: 'salt' }, [3]],
    ['a neighborhood', { q: 'red hook' }, [3]],
    ['a client and a restaurant by one text', { q: 'vesper PRIYA' }, [4]],
    ['an account', { q: 'desk-2' }, [3]],
    ['nothing where no row has every word', { q: 'salt priya' }, []],
    ['today', { when: 'today' }, [3]],
    ['the weekend', { when: 'weekend' }, [3, 2]],
    ['the next seven days', { when: 'week' }, [3, 2]],
    ['what a warning is about', { only: '4,2' }, [2, 4]],
    ['what all warnings are about', { only: 'conflicts' }, [2]],
    ['by client, without letters’ size, none at the end', { sort: 'client' }, [3, 4, 2]],
    ['by client from the end, none still at the end', { sort: '-client' }, [4, 3, 2]],
    ['by restaurant', { sort: 'venue' }, [2, 3, 4]],
    ['by date', { sort: 'date' }, [3, 2, 4]],
    ['by date from the latest', { sort: '-date' }, [4, 2, 3]],
    ['by status in the order of the tabs', { sort: 'status' }, [4, 2, 3]],
    ['by account, equal ones newest first', { sort: 'account' }, [4, 2, 3]],
  ])('%s', (_what, filter, ids) => {
    expect(shown(filter)).toEqual(ids);
  });
});

test.each([
  ['2026-11-18', '2026-11-20', '2026-11-22'],
  ['2026-11-20', '2026-11-20', '2026-11-22'],
  ['2026-11-21', '2026-11-21', '2026-11-22'],
  ['2026-11-22', '2026-11-22', '2026-11-22'],
  ['2026-11-23', '2026-11-27', '2026-11-29'],
])('on %s the weekend is from %s to %s', (today, from, to) => {
  expect(daysOf('weekend', today)).toEqual({ from, to });
});

test.each([
  ['an account that ran out', aMember({ watch: aWatch({ state: 'needs_reconnect' }) }), true],
  ['a pause that the plan made', aMember({ status: 'paused', reason: 'plan_limit' }), true],
  ['a pause of one’s own', aMember({ status: 'paused' }), false],
  ['watching', aMember(), false],
])('%s needs an action of its owner: %s', (_what, member, waits) => {
  expect(needsOwner(aGroup({ members: [member] }))).toBe(waits);
  expect(needsOwner(aGroup({ members: [aMember(), member] }))).toBe(waits);
});

test('choices are counted and sorted by name', () => {
  expect(choicesOf(rows, 'client')).toEqual([
    { value: 'ada L.', count: 1 },
    { value: 'Priya R.', count: 1 },
  ]);
  expect(choicesOf(rows, 'account')).toEqual([
    { value: 'desk-1', count: 2 },
    { value: 'desk-2', count: 1 },
  ]);
});

test('past dinners come after the next ones, the latest first', () => {
  const context = { ...CONTEXT, today: '2026-11-24' };
  expect(arrange(GROUPS, [4, 3, 2], {}, context)).toEqual([4, 2, 3]);
});
