import { describe, expect, test } from 'vitest';
import type { Group, Member, Seen } from '@/api/reservation-types';
import { aGroup, aMember, aSeen, aVenue } from '@/testing/reservation-fixtures';
import { nextTry, nextTryText, seenSentence, type NextTry } from './seen-tables';

const TODAY = '2026-11-25';
const ended = (seen: Partial<Seen>, fields: Partial<Member> = {}): Member =>
  aMember({ status: 'unsuccessful', watch: null, seen: aSeen(seen), ...fields });

test.each<[string, Partial<Seen>[]]>([
  ["We didn't see a table in your window.", [{}]],
  ['We saw one table, 7:30 PM in New York · Bar.', [{ tables: 1, time: '19:30', seating: 'Bar' }]],
  [
    "We saw 4 tables, the last 8:00 PM in New York. We tried to book one and didn't get it.",
    [{}, { tables: 4, attempts: 1, time: '20:00' }],
  ],
  [
    'We saw 3 tables, the last 8:00 PM in New York. We tried to book 2 times and got none.',
    [
      { tables: 1, attempts: 1, time: '20:00' },
      { tables: 2, attempts: 1, time: '19:00' },
    ],
  ],
  [
    'We saw 2 tables, the last 8:00 PM in New York. The lowest fee was $50 now, above your limit.',
    [
      { tables: 1, time: '20:00', held_fee_cents: 7500 },
      { tables: 1, time: '20:15', held_fee_cents: 5000 },
    ],
  ],
])('%s', (sentence, seen) => {
  const members = seen.map((one, index) => ended(one, { id: index }));
  expect(seenSentence(aGroup({ members }))).toBe(sentence);
});

describe('the next try', () => {
  const lost: Partial<Seen> = { tables: 2, attempts: 2, time: '19:30' };
  const times = [{ start: '18:30', end: '20:30' }];
  const same = { times, anySeating: false, feeCeilingCents: 0, cancelFeeCeilingCents: 0 };
  const wider = { ...same, times: [{ start: '17:30', end: '21:30' }], anySeating: true };

  test.each<[string, Member[], Partial<Group>, NextTry]>([
    [
      'of a day that has passed is its next weekday',
      [ended(lost, { date: '2026-11-21' })],
      {},
      { ...same, dates: ['2026-11-28'] },
    ],
    [
      'of today is in a week',
      [ended(lost, { date: TODAY })],
      {},
      { ...same, dates: ['2026-12-02'] },
    ],
    [
      'of weeks ago is after today',
      [ended(lost, { date: '2026-11-04' })],
      {},
      { ...same, dates: ['2026-12-02'] },
    ],
    [
      'of a day ahead is that day',
      [ended(lost, { date: '2026-11-28' })],
      {},
      { ...same, dates: ['2026-11-28'] },
    ],
    [
      'names each day once and leaves out canceled ones',
      [
        ended(lost, { date: '2026-11-21' }),
        ended(lost, { date: '2026-11-14' }),
        ended(lost, { date: '2026-11-22' }),
        aMember({ status: 'canceled', date: '2026-11-23' }),
      ],
      {},
      { ...same, dates: ['2026-11-28', '2026-11-29'] },
    ],
    [
      'is wider if no table was seen',
      [ended({}, { date: '2026-11-28' })],
      {},
      { ...wider, dates: ['2026-11-28'] },
    ],
    [
      'stays within its day',
      [ended({}, { date: '2026-11-28' })],
      { start_time: '00:30', end_time: '23:15' },
      { ...wider, times: [{ start: '00:00', end: '23:59' }], dates: ['2026-11-28'] },
    ],
    [
      'keeps several times, also if no table was seen',
      [ended({}, { date: '2026-11-28' })],
      {
        time_windows: [
          { start_time: '19:00', end_time: '21:00' },
          { start_time: '12:00', end_time: '13:30' },
        ],
      },
      {
        ...wider,
        times: [
          { start: '19:00', end: '21:00' },
          { start: '12:00', end: '13:30' },
        ],
        dates: ['2026-11-28'],
      },
    ],
    [
      'accepts the lowest fee that was asked for',
      [ended({ tables: 1, time: '19:30', held_fee_cents: 2550 }, { date: '2026-11-28' })],
      { fee_ceiling_cents: 1000 },
      { ...same, feeCeilingCents: 2600, dates: ['2026-11-28'] },
    ],
  ])('%s', (_, members, group, next) => {
    const made = aGroup({ members, ...group });
    expect(nextTry(made, { today: TODAY, customTime: true })).toEqual(next);
  });

  test('keeps a preset window on a plan without custom times', () => {
    const group = aGroup({ members: [ended({}, { date: '2026-11-28' })] });
    const next = nextTry(group, { today: TODAY, customTime: false });
    expect(next).toEqual({ ...same, anySeating: true, dates: ['2026-11-28'] });
  });

  test('is written out with what it changes', () => {
    const members = [ended({ held_fee_cents: 5000 }, { date: '2026-11-21' })];
    const group = aGroup({ members, venues: [aVenue({ table_type: 'Bar' })] });
    const next = nextTry(group, { today: TODAY, customTime: true });
    expect(nextTryText(group, next)).toBe(
      'Next chance: Sat, Nov 28, 5:30 – 9:30 PM in New York, any seating, fees up to $50 now.',
    );
  });
});
