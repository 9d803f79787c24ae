import { describe, expect, test } from 'vitest';
import type { Opening } from '@/api/reservation-types';
import { aGroup, aMember, aVenue } from '@/testing/reservation-fixtures';
import { missedOpening, missedText } from './missed-opening';

const group = aGroup({
  created_date: '2026-11-19T15:20:02.000Z',
  status_since: '2026-11-28T05:00:00.000Z',
  members: [aMember({ status: 'unsuccessful', watch: null })],
  venues: [aVenue()],
});

const anOpening = (fields: Partial<Opening> = {}): Opening => ({
  date: '2026-11-28',
  time: '21:15',
  party_size: 2,
  seen_at: '2026-11-20T19:04:00.000Z',
  ...fields,
});

const textOf = (...openings: Opening[]) => {
  const missed = missedOpening(group, new Map([[7, openings]]));
  return missed && missedText(group, missed);
};

describe('the table that opened closest to the times of a request', () => {
  test.each<[string, Opening[], string]>([
    ['after them', [anOpening()], '9:15 PM in New York on Sat, Nov 28|until 9:30 PM'],
    [
      'on a half hour',
      [anOpening({ time: '21:30' })],
      '9:30 PM in New York on Sat, Nov 28|until 9:30 PM',
    ],
    [
      'before them',
      [anOpening({ time: '17:45' })],
      '5:45 PM in New York on Sat, Nov 28|from 5:30 PM',
    ],
    [
      'late at night',
      [anOpening({ time: '23:45' })],
      '11:45 PM in New York on Sat, Nov 28|until 11:59 PM',
    ],
    [
      'nearest',
      [anOpening({ time: '22:00' }), anOpening({ time: '18:15' }), anOpening()],
      '6:15 PM in New York on Sat, Nov 28|from 6:00 PM',
    ],
    [
      'in the minute of the filing',
      [anOpening({ seen_at: '2026-11-19T15:20:00.000Z' })],
      '9:15 PM in New York on Sat, Nov 28|until 9:30 PM',
    ],
  ])('%s', (_, openings, expected) => {
    const [table = '', times = ''] = expected.split('|');
    expect(textOf(...openings)).toBe(
      `A table for 2 at ${table} opened at Osteria Lucciola while we watched. A request ${times} would have seen it.`,
    );
  });

  test.each<[string, Opening[]]>([
    ['nothing opened', []],
    ['it was another day', [anOpening({ date: '2026-11-27' })]],
    ['it was for another party', [anOpening({ party_size: 4 })]],
    ['it opened before the request', [anOpening({ seen_at: '2026-11-19T15:19:00.000Z' })]],
    ['it opened after the request', [anOpening({ seen_at: '2026-11-28T05:01:00.000Z' })]],
    ['the request saw a table itself', [anOpening({ time: '19:00' }), anOpening()]],
  ])('is not named if %s', (_, openings) => {
    expect(textOf(...openings)).toBeNull();
  });
});
