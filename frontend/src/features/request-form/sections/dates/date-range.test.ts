import { expect, test } from 'vitest';
import { datesOfRange } from './date-range';

const MARCH = { from: '2027-03-01', until: '2027-03-31' };

test.each([
  [
    'every Friday and Saturday in March',
    { ...MARCH, weekdays: [4, 5] },
    60,
    8,
    '2027-03-05',
    '2027-03-27',
  ],
  [
    'every day, over the change of the clocks',
    { ...MARCH, weekdays: [] },
    60,
    31,
    '2027-03-01',
    '2027-03-31',
  ],
  [
    'only as many as there is room for',
    { ...MARCH, weekdays: [] },
    3,
    3,
    '2027-03-01',
    '2027-03-03',
  ],
  [
    'one day',
    { from: '2027-03-05', until: '2027-03-05', weekdays: [4] },
    60,
    1,
    '2027-03-05',
    '2027-03-05',
  ],
] as const)('%s', (_, range, most, count, first, last) => {
  const dates = datesOfRange(range, most);
  expect([dates.length, dates[0], dates.at(-1)]).toEqual([count, first, last]);
});

test.each([
  ['without an end', { from: '2027-03-01', until: '', weekdays: [] }],
  ['that ends before it begins', { from: '2027-03-02', until: '2027-03-01', weekdays: [] }],
  ['without the weekday', { from: '2027-03-01', until: '2027-03-02', weekdays: [5] }],
] as const)('a range %s has no dates', (_, range) => {
  expect(datesOfRange(range, 60)).toEqual([]);
});
