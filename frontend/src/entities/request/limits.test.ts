import { describe, expect, test } from 'vitest';
import {
  counterText,
  draftMissing,
  draftSum,
  isOverLimit,
  meterCells,
  unpauseIsOverLimit,
  usedWithDraft,
} from './limits';

describe('the counter', () => {
  test.each([
    [0, 5, '0 of 5 reservation requests used'],
    [7, 25, '7 of 25 reservation requests used'],
    [1, null, '1 reservation request used'],
    [63, null, '63 reservation requests used'],
  ])('%i used of %s reads "%s"', (used, limit, text) => {
    expect(counterText({ used, limit })).toBe(text);
  });

  test.each([
    [3, 1, 1, 4],
    [3, 2, 2, 7],
    [3, 0, 2, 3],
    [3, 2, 0, 3],
  ])('%i active and a draft of %i dates at %i venues count %i', (active, dates, venues, used) => {
    expect(usedWithDraft(active, { dates, venues })).toBe(used);
  });

  test.each([
    [5, 5, false],
    [6, 5, true],
    [60, null, false],
  ])('%i of %s is over the limit: %s', (used, limit, over) => {
    expect(isOverLimit({ used, limit })).toBe(over);
  });
});

describe('the sum below the counter', () => {
  test.each([
    [1, 1, '1 date × 1 restaurant = 1 of them here'],
    [2, 3, '2 dates × 3 restaurants = 6 of them here'],
    [0, 1, null],
    [1, 0, null],
  ])('%i dates and %i venues', (dates, venues, text) => {
    expect(draftSum({ dates, venues })).toBe(text);
  });
});

test.each([
  [0, 0, null],
  [0, 2, 'Choose a date.'],
  [1, 0, 'Choose a restaurant.'],
])('with %i dates and %i venues names the missing choice', (dates, venues, text) => {
  expect(draftMissing({ dates, venues })).toBe(text);
});

test.each([
  [3, 1, 5, ['used', 'used', 'used', 'draft', 'free']],
  [5, 2, 5, ['used', 'used', 'used', 'used', 'used']],
  [4, 3, 5, ['used', 'used', 'used', 'used', 'draft']],
  [2, 1, null, []],
])('%i used and %i of this draft in %s cells', (active, draft, limit, cells) => {
  expect(meterCells(active, draft, limit)).toEqual(cells);
});

test.each([
  { total: 4, dates: 1, limit: 5, refused: false },
  { total: 4, dates: 2, limit: 5, refused: true },
  { total: 5, dates: 1, limit: 5, refused: true },
  { total: 80, dates: 9, limit: null, refused: false },
])('unpausing $dates dates on top of $total of $limit is refused: $refused', (row) => {
  expect(unpauseIsOverLimit(row)).toBe(row.refused);
});
