import { describe, expect, test } from 'vitest';
import type { SeenEvent, Sighting, Timeline } from '@/api/reservation-types';
import { anEntry } from '@/testing/reservation-fixtures';
import { openSighting } from './timeline-items';
import { withEntries, withSighting } from '@/entities/request/cache/live-timeline';

const event: SeenEvent = {
  type: 'watch.seen',
  at: '2026-11-20T19:04:12.000Z',
  group_id: 4127,
  reservation_id: 51,
  attempt_id: 3,
  venue_name: 'Petit Quai',
  time_zone: 'America/New_York',
  date: '2026-11-28',
  time: '19:15',
  seating: 'Bar',
  party_size: 2,
};
const timeline: Timeline = {
  group_id: 4127,
  entries: [anEntry({ kind: 'watching', checks: 204 })],
  totals: { checks: 204, seen: 0, attempts: 1, lost: 1, booked: 0 },
};

test('a sighting is added on top with its attempt, in flight', () => {
  const after = withSighting(timeline, event);
  expect(after.entries.map((entry) => entry.kind)).toEqual(['booking', 'seen', 'watching']);
  expect(openSighting(after.entries)).toMatchObject({
    time: '19:15',
    date: '2026-11-28',
    checks: 204,
  });
  expect(after.totals.attempts).toBe(2);
});

test('a repeated sighting is added once', () => {
  const once = withSighting(timeline, event);
  expect(withSighting(once, event)).toBe(once);
});

test('its ids are not the server’s', () => {
  const { entries } = withSighting(timeline, event);
  const made = entries.slice(0, 2).map((entry) => entry.id);
  expect(made.every((id) => id < 0)).toBe(true);
  expect(new Set(made).size).toBe(2);
});

describe('entries that the server has written', () => {
  const line: Sighting = {
    id: 9000,
    at: '2026-11-20T19:05:00.000Z',
    group_id: 4127,
    reservation_id: 51,
    venue_name: 'Petit Quai',
    time_zone: 'America/New_York',
    date: '2026-11-28',
    kind: 'passed_over',
    reason: 'better_claim',
    reason_text: 'That request had priority or was filed earlier.',
    time: '19:30',
    seating: '',
    party_size: 2,
    tables: 2,
    checks: 210,
  };

  test('are sorted by time, and their tables are counted', () => {
    const later = { ...line, id: 9001, at: '2026-11-20T19:06:00.000Z', tables: 1 };
    const after = withEntries(timeline, [line, later]);
    expect(after.entries.map(({ id }) => id).slice(0, 2)).toEqual([9001, 9000]);
    expect(after.totals.seen).toBe(3);
  });

  test('that are repeated are added once', () => {
    const once = withEntries(timeline, [line]);
    expect(withEntries(once, [line])).toBe(once);
  });
});
