import { describe, expect, test } from 'vitest';
import { finalSnipeDate, finalSnipeError, type FinalSnipe } from './final-snipe';

const TODAY = '2026-11-20';

describe('the day of a choice', () => {
  test.each<[FinalSnipe | null, string[], string | null]>([
    [{ daysBefore: 1 }, ['2026-11-28'], '2026-11-27'],
    [{ daysBefore: 2 }, ['2026-12-05', '2026-11-28'], '2026-11-26'],
    [{ daysBefore: 1 }, ['2026-12-01'], '2026-11-30'],
    [{ daysBefore: 1 }, [], null],
    [{ on: '2026-11-25' }, [], '2026-11-25'],
    [null, ['2026-11-28'], null],
  ])('%j with dates %j is %s', (choice, dates, date) => {
    expect(finalSnipeDate(choice, dates)).toBe(date);
  });
});

describe('the error of a choice', () => {
  test.each<[FinalSnipe | null, string[], string | null]>([
    [null, [], null],
    [{ daysBefore: 1 }, [], 'Please select Reservation Date First'],
    [{ daysBefore: 2 }, [], 'Please select Reservation Date First'],
    [{ daysBefore: 1 }, ['2026-11-20'], 'Reservation Date is Today'],
    [{ daysBefore: 2 }, ['2026-11-20'], 'Reservation Date is Today'],
    [{ daysBefore: 1 }, ['2026-11-21'], null],
    [{ daysBefore: 2 }, ['2026-11-21'], 'Reservation Date is Tomorrow'],
    [{ daysBefore: 2 }, ['2026-11-22'], null],
    [{ on: '2026-11-29' }, ['2026-11-28', '2026-12-05'], null],
    [
      { on: '2026-11-30' },
      ['2026-11-28', '2026-12-05'],
      'The final day can be at most one day after the first reservation date.',
    ],
    [{ on: '2026-11-19' }, ['2026-11-28'], 'That day is over. Choose another final day.'],
    [{ on: TODAY }, ['2026-11-28'], null],
  ])('%j with dates %j: %s', (choice, dates, error) => {
    expect(finalSnipeError(choice, dates, TODAY)).toBe(error);
  });
});
