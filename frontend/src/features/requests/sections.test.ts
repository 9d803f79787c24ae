import { expect, test } from 'vitest';
import type { Member } from '@/api/reservation-types';
import { aBooking, aGroup, aMember } from '@/testing/reservation-fixtures';
import { nextPlace, placeOf, type Place } from './sections';

const NOW = Date.parse('2026-11-20T19:05:00Z');
const table = (date: string): Partial<Member> => ({
  status: 'confirmed',
  watch: null,
  date,
  booked: aBooking(),
});

test.each<[string, Partial<Member>[], string, string]>([
  ['an active request', [{}], 'active', ''],
  ['a paused one', [{ status: 'paused' }], 'paused', ''],
  ['one that ended', [{ status: 'unsuccessful', watch: null }], 'finished', ''],
  ['a table', [table('2026-11-28')], 'tables', '2026-11-28 19:15'],
  ['a table of today', [table('2026-11-20')], 'tables', '2026-11-20 19:15'],
  ['a table of yesterday', [table('2026-11-19')], 'finished', ''],
  ['a table beside a watched day', [{}, table('2026-11-29')], 'tables', '2026-11-29 19:15'],
  [
    'a past and a future table',
    [table('2026-11-19'), table('2026-11-27')],
    'tables',
    '2026-11-27 19:15',
  ],
])('%s', (_, members, section, rank) => {
  const made = members.map((fields, index) => aMember({ id: index, ...fields }));
  expect(placeOf(aGroup({ members: made }), NOW)).toEqual({ section, rank });
});

const ACTIVE: Place = { section: 'active', rank: '' };
const TABLES: Place = { section: 'tables', rank: '2026-11-28 19:15' };

test.each<[string, Place | undefined, Partial<Member>, Place]>([
  ['a new group is placed', undefined, {}, ACTIVE],
  ['a paused one stays', ACTIVE, { status: 'paused' }, ACTIVE],
  ['one that ended stays', ACTIVE, { status: 'unsuccessful', watch: null }, ACTIVE],
  ['a table moves', ACTIVE, table('2026-11-28'), TABLES],
  ['a canceled table stays', TABLES, { status: 'canceled', watch: null }, TABLES],
])('%s', (_, before, member, place) => {
  expect(nextPlace(before, aGroup({ members: [aMember(member)] }), NOW)).toEqual(place);
});
