import { describe, expect, test } from 'vitest';
import { instantIn, RELEASE_ZONE, wallClock } from './zones';

describe('a wall clock of another zone', () => {
  test.each([
    ['in winter', '2026-12-01', '10:00', '2026-12-01T15:00:00.000Z'],
    ['in summer, when New York is not on EST', '2026-07-01', '10:00', '2026-07-01T14:00:00.000Z'],
    [
      'on the morning after the clocks went back',
      '2026-11-01',
      '10:00',
      '2026-11-01T15:00:00.000Z',
    ],
    ['of a doubled hour is its first time', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['at midnight', '2026-11-28', '00:00', '2026-11-28T05:00:00.000Z'],
  ])('%s', (_, date, time, instant) => {
    expect(new Date(instantIn(RELEASE_ZONE, date, time)).toISOString()).toBe(instant);
  });

  test.each([
    ['Europe/Lisbon', '2026-11-21', '15:00'],
    ['America/Los_Angeles', '2026-11-21', '07:00'],
    ['Asia/Tokyo', '2026-11-22', '00:00'],
  ])('shows in %s', (zone, date, time) => {
    expect(wallClock(zone, Date.parse('2026-11-21T15:00:00Z'))).toEqual({ date, time });
  });
});
