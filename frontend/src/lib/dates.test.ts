import { describe, expect, it } from 'vitest';
import {
  addIsoDays,
  daysBetween,
  formatDay,
  formatLongDay,
  toIsoDate,
  toLocalDate,
  today,
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

  it('has the user’s own today', () => {
    expect(today(new Date(2026, 10, 20, 23, 59))).toBe('2026-11-20');
  });

  it('shows the year only when it is another one', () => {
    const now = new Date(2026, 10, 20);
    expect(formatDay('2026-11-20', now)).toBe('Fri Nov 20');
    expect(formatDay('2027-01-02', now)).toBe('Sat Jan 2, 2027');
  });

  it('formats an instant’s day on the user’s calendar', () => {
    expect(formatLongDay('2026-12-10T02:00:00.000Z')).toBe('December 9, 2026');
  });

  it('refuses text that is no date', () => {
    expect(() => toLocalDate('soon')).toThrow(RangeError);
  });
});
