import { describe, expect, test } from 'vitest';
import { learnedRule, venueDetail } from '@/testing/fixtures';
import { firstClosedDay, knownRule, opensAt, releaseOf } from './release-rule';

const NEW_YORK = { days_ahead: 30, local_time: '10:00', zone: 'America/New_York' };
const LOS_ANGELES = { days_ahead: 30, local_time: '22:30', zone: 'America/Los_Angeles' };

test.each([
  ['a learned rule', 'high', true, 30],
  ['the entered rule before an uncertain one', 'low', true, 14],
  ['an uncertain rule without an entered one', 'low', false, 30],
] as const)('the form uses %s', (_, confidence, isEntered, days) => {
  const venue = venueDetail(2, {
    learned_rule: learnedRule({ confidence }),
    ...(isEntered ? {} : { release_rule: null }),
  });
  expect(knownRule(venue)?.days_ahead).toBe(days);
});

test('without a rule the form has none', () => {
  expect(knownRule({ learned_rule: null, release_rule: null })).toBeNull();
});

describe('a day opens', () => {
  test.each([
    ['in winter', NEW_YORK, '2026-12-20', '2026-11-20T15:00:00Z'],
    ['in summer', NEW_YORK, '2026-08-20', '2026-07-21T14:00:00Z'],
    ['before the clock change, for a day after it', NEW_YORK, '2026-11-20', '2026-10-21T14:00:00Z'],
    ['at the restaurant’s own time', LOS_ANGELES, '2026-12-20', '2026-11-21T06:30:00Z'],
  ])('%s', (_, rule, day, instant) => {
    expect(opensAt(rule, day)).toBe(Date.parse(instant));
  });

  test('on another date in New York than at the restaurant', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    expect(releaseOf(LOS_ANGELES, '2026-12-20', now)).toEqual({
      releaseDate: '2026-11-21',
      releaseTime: '01:30',
    });
  });
});

describe('a restaurant that opens a week at once', () => {
  // On Mondays at 10:00, the restaurant opens the seven days that begin 28 days later.
  const weekly = { ...NEW_YORK, days_ahead: 28, weekday: 0 };

  test.each([
    ['the first day', '2026-12-21', '2026-11-23T15:00:00Z'],
    ['the last day', '2026-12-27', '2026-11-23T15:00:00Z'],
    ['the next week', '2026-12-28', '2026-11-30T15:00:00Z'],
  ])('opens %s on its weekday', (_, day, instant) => {
    expect(opensAt(weekly, day)).toBe(Date.parse(instant));
  });

  test.each([
    ['2026-11-23T14:59:00Z', '2026-12-21'],
    ['2026-11-23T15:00:00Z', '2026-12-28'],
    ['2026-11-29T15:00:00Z', '2026-12-28'],
  ])("at %s hasn't opened %s", (now, day) => {
    expect(firstClosedDay(weekly, Date.parse(now))).toBe(day);
  });
});

test.each([
  ['before the hour', '2026-11-20T14:59:00Z', '2026-12-20'],
  ['after it', '2026-11-20T15:00:00Z', '2026-12-21'],
])('the first closed day %s', (_, now, day) => {
  expect(firstClosedDay(NEW_YORK, Date.parse(now))).toBe(day);
  expect(releaseOf(NEW_YORK, day, Date.parse(now))).not.toBeNull();
  expect(releaseOf(NEW_YORK, '2026-12-19', Date.parse(now))).toBeNull();
});
