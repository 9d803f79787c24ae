import { describe, expect, test } from 'vitest';
import type { Group, Member } from '@/api/reservation-types';
import { aGroup, aMember, aVenue, aWatch } from '@/testing/reservation-fixtures';
import { helpText, orderRows, ticketNotes, watchPlan } from './ticket-text';

const every = (interval_ms: number): Partial<Member> => ({ watch: aWatch({ interval_ms }) });
const UNTIL = 'until Sat, Nov 28, 6:30 PM in New York.';

test('a cancel request says which release it missed', () => {
  const group = aGroup({
    members: [aMember(every(10_000))],
    missed_release_at: '2026-11-20T15:00:00.000Z',
  });
  expect(helpText(group, 'watching', 25)).toBe(
    `No table at the release Fri, Nov 20, 10:00 AM (EST). We look about every 10 seconds, ${UNTIL}`,
  );
});

test('a release request that continues is watched until its window', () => {
  const release = { snipe_type: 'release', release_date: '2026-11-20' } as const;
  const group = aGroup({ ...release, members: [aMember(every(0))] });
  expect(watchPlan(group)).toBe('We look until the end of Fri, Nov 20.');
  expect(watchPlan({ ...group, continue_as_cancel: true })).toBe(`We look ${UNTIL}`);
});

test('several times are shown in their order, and watched until the last one begins', () => {
  const group = aGroup({
    members: [aMember(every(0))],
    time_windows: [
      { start_time: '12:00', end_time: '13:30' },
      { start_time: '19:00', end_time: '21:00' },
    ],
  });
  expect(orderRows(group)[1]?.text).toBe('12:00 – 1:30 PM or 7:00 – 9:00 PM in New York · for 2');
  expect(watchPlan(group)).toBe('We look until Sat, Nov 28, 7:00 PM in New York.');
});

describe('how often and until when a ticket is watched', () => {
  test.each<[string, Partial<Member>[], Partial<Group>]>([
    [`We look about every 10 seconds, ${UNTIL}`, [every(10_000)], {}],
    [`We look about every second, ${UNTIL}`, [every(1000)], {}],
    [`We look about every second, ${UNTIL}`, [every(889)], {}],
    [`We look about every second, ${UNTIL}`, [every(667)], {}],
    [`We look about twice a second, ${UNTIL}`, [every(511)], {}],
    [`We look about twice a second, ${UNTIL}`, [every(400)], {}],
    [`We look about 4 times a second, ${UNTIL}`, [every(250)], {}],
    // One restaurant is asked twice a second, the other every second.
    [`We look about every second, ${UNTIL}`, [every(511), every(1000)], {}],
    [`We look about every minute, ${UNTIL}`, [every(61_000)], {}],
    [`We look about every 3 minutes, ${UNTIL}`, [every(175_000)], {}],
    [`We look about every 62 minutes, ${UNTIL}`, [every(3_700_000)], {}],
    [`We look about every 2 hours, ${UNTIL}`, [every(5_500_000)], {}],
    [`We look about every 3 hours, ${UNTIL}`, [every(7_400_000)], {}],
    // The slowest restaurant: the others are asked more often.
    [`We look about every 20 seconds, ${UNTIL}`, [every(2000), every(20_000)], {}],
    [`We look ${UNTIL}`, [every(0)], {}],
    [
      'We look about every 10 seconds, until Sun, Nov 29, 6:30 PM in New York.',
      [{ date: '2026-11-29' }, { date: '2026-11-28' }],
      {},
    ],
    // A day that has ended is not watched any longer.
    [
      `We look about every 10 seconds, ${UNTIL}`,
      [{ date: '2026-11-28' }, { date: '2026-11-29', status: 'confirmed', watch: null }],
      {},
    ],
    [
      'We look about every 10 seconds, until the end of Thu, Nov 26.',
      [{}],
      { final_snipe_date: '2026-11-26' },
    ],
    [`We look about every 10 seconds, ${UNTIL}`, [{}], { final_snipe_date: '2026-11-28' }],
    [
      'We look about every 10 seconds, until the end of Fri, Nov 27.',
      [{}],
      { snipe_type: 'release', release_date: '2026-11-27' },
    ],
    [
      'We look about every 10 seconds, until Sat, Nov 28, 6:30 PM.',
      [{}],
      { venues: [aVenue(), aVenue({ id: 8, time_zone: 'America/Chicago' })] },
    ],
  ])('%s', (text, members, group) => {
    const made = members.map((fields, index) => aMember({ id: index, ...fields }));
    expect(watchPlan(aGroup({ members: made, ...group }))).toBe(text);
  });
});

test.each([
  [true, 'One of Sat, Nov 28 · Sun, Nov 29'],
  [false, 'Sat, Nov 28 · Sun, Nov 29'],
])('a ticket says whether it stands for one table in all: %s', (one_table, text) => {
  const group = aGroup({ one_table, dates: ['2026-11-28', '2026-11-29'] });
  expect(orderRows(group)[0]).toEqual({ term: 'DATE', text });
});

test('a ticket names all wanted seatings', () => {
  const venues = [aVenue({ table_type: 'Patio', table_types: ['Patio', 'Bar'] })];
  expect(orderRows(aGroup({ venues }))).toContainEqual({ term: 'SEAT', text: 'Patio, Bar' });
});

test.each([
  ['opentable', [{ term: 'NOTE', text: 'A booth, please' }]],
  ['resy', []],
] as const)('a ticket shows the note that %s takes', (reservation_source, rows) => {
  const venues = [aVenue({ reservation_source })];
  const group = aGroup({ venues, note_to_restaurant: 'A booth, please' });
  expect(orderRows(group).filter(({ term }) => term === 'NOTE')).toEqual(rows);
});

test('a request of which a part is paused says which part, and why', () => {
  const disconnected = { status: 'paused', reason_text: 'You disconnected the account.' } as const;
  const group = aGroup({
    members: [
      aMember(every(10_000)),
      aMember({ ...disconnected, venue_name: 'Kawaya Counter' }),
      aMember({ ...disconnected, venue_name: 'Salt Hay' }),
      aMember({ ...disconnected, venue_name: 'Salt Hay', date: '2026-11-29' }),
      aMember({ ...disconnected, venue_name: aMember({}).venue_name, date: '2026-11-29' }),
    ],
  });
  const notes = ticketNotes(group, { state: 'watching', notes: [], limit: 25 });
  expect(notes.at(-1)?.text).toBe(
    `Paused: Kawaya Counter · Salt Hay · ${aMember({}).venue_name} on Sun, Nov 29. You disconnected the account.`,
  );
  const whole = ticketNotes(
    { ...group, members: [aMember(every(10_000))] },
    {
      state: 'watching',
      notes: [],
      limit: 25,
    },
  );
  expect(whole).toHaveLength(1);
});
