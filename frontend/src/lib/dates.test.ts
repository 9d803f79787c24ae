import { describe, expect, it } from 'vitest';
import {
  addIsoDays,
  daysBetween,
  toIsoDate,
  toIsoTime,
  toLocalDate,
  today,
  weeksOfMonth,
} from './dates';

/** The suite runs in Los Angeles, where midnight UTC is still the day before. */
describe('calendar dates keep their day', () => {
  it.each(['2026-01-01', '2026-03-08', '2026-11-01', '2026-12-31', '2028-02-29'])('%s', (date) => {
    expect(toIsoDate(toLocalDate(date))).toBe(date);
  });

  it.each([
    ['over the spring change', '2026-03-07', 2, '2026-03-09'],
    ['over the autumn change', '2026-10-31', 2, '2026-11-02'],
    ['over the year', '2026-12-31', 1, '2027-01-01'],
    ['backwards', '2026-03-01', -1, '2026-02-28'],
  ])('adds days %s', (_, date, days, expected) => {
    expect(addIsoDays(date, days)).toBe(expected);
    expect(daysBetween(date, expected)).toBe(days);
  });

  it.each([
    ['begins on Sunday and has 28 days', '2026-02-10', 4, 5],
    ['begins on Sunday', '2026-11-25', 5, 6],
    ['begins on Saturday', '2026-08-31', 6, 6],
    ['begins on Friday and has 31 days', '2027-01-01', 6, 5],
  ])(
    'a month that %s has %s in %i weeks from Sunday, %i from Monday',
    (_, date, sunday, monday) => {
      expect(weeksOfMonth(date, 0)).toBe(sunday);
      expect(weeksOfMonth(date, 1)).toBe(monday);
    },
  );

  it('has the user’s own today', () => {
    expect(today(new Date(2026, 10, 20, 23, 59))).toBe('2026-11-20');
  });

  it('has the time of the date’s zone', () => {
    expect(toIsoTime(new Date(2026, 10, 20, 9, 5))).toBe('09:05');
  });

  it('refuses text that is no date', () => {
    expect(() => toLocalDate('soon')).toThrow(RangeError);
  });
});
