import { expect, test } from 'vitest';
import type { SeenEvent, Timeline } from '@/api/reservation-types';
import { anEntry } from '@/testing/reservation-fixtures';
import { openSighting } from './timeline';
import { withSighting } from './timeline-live';

const event: SeenEvent = {
  type: 'watch.seen',
  at: '2026-11-20T19:04:12.000Z',
  group_id: 4127,
  reservation_id: 51,
  attempt_id: 3,
  venue_name: 'Petit Quai',
  time: '19:15',
  seating: 'Bar',
  party_size: 2,
};
const timeline: Timeline = {
  group_id: 4127,
  entries: [anEntry({ kind: 'watching', checks: 204 })],
  totals: { checks: 204, seen: 0, attempts: 1, lost: 1, booked: 0 },
};

test('a sighting stands on top with its try, in flight', () => {
  const after = withSighting(timeline, event, '2026-11-28');
  expect(after.entries.map((entry) => entry.kind)).toEqual(['booking', 'seen', 'watching']);
  expect(openSighting(after.entries)).toMatchObject({
    time: '19:15',
    date: '2026-11-28',
    checks: 204,
  });
  expect(after.totals.attempts).toBe(2);
});

test('told twice it is written once', () => {
  const once = withSighting(timeline, event, '2026-11-28');
  expect(withSighting(once, event, '2026-11-28')).toBe(once);
});

test('its numbers are none of the server’s', () => {
  const { entries } = withSighting(timeline, event, '2026-11-28');
  const made = entries.slice(0, 2).map((entry) => entry.id);
  expect(made.every((id) => id < 0)).toBe(true);
  expect(new Set(made).size).toBe(2);
});
