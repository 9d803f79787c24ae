import { describe, expect, test } from 'vitest';
import * as pick from './selection';
import type { Selection } from './selection';

const IDS = [50, 40, 30, 20, 10];

function on(selected: number[], cursor: number | null = null, anchor = cursor): Selection {
  return { selected: new Set(selected), cursor, anchor };
}

const summary = ({ selected, cursor, anchor }: Selection) => ({
  selected: [...selected].sort((a, b) => b - a),
  cursor,
  anchor,
});

describe('a selection', () => {
  test.each([
    ['takes a row in', pick.toggled(on([50]), 30), on([50, 30], 30)],
    ['takes it out again', pick.toggled(on([50, 30], 30), 30), on([50], 30)],
    ['takes a range down', pick.extended(on([50], 50), 20, IDS), on([50, 40, 30, 20], 20, 50)],
    ['takes a range up', pick.extended(on([10], 10), 30, IDS), on([30, 20, 10], 30, 10)],
    [
      'goes on from where it began',
      pick.extended(pick.extended(on([40], 40), 30, IDS), 10, IDS),
      on([40, 30, 20, 10], 10, 40),
    ],
    [
      'keeps what lies outside the range',
      pick.extended(on([10, 50], 50), 40, IDS),
      on([50, 40, 10], 40, 50),
    ],
    ['without a beginning takes the row alone', pick.extended(on([]), 30, IDS), on([30], 30)],
    [
      'from a row that is gone takes the row alone',
      pick.extended(on([], 99), 30, IDS),
      on([30], 30),
    ],
    ['does not know a row that is not shown', pick.extended(on([50], 50), 99, IDS), on([50], 50)],
    ['moves down', pick.withCursorMoved(on([], 40), 1, IDS), on([], 30)],
    ['moves up', pick.withCursorMoved(on([], 40), -1, IDS), on([], 50)],
    ['stops at the end', pick.withCursorMoved(on([], 20), 9, IDS), on([], 10)],
    ['stops at the beginning', pick.withCursorMoved(on([], 40), -9, IDS), on([], 50)],
    ['begins with the first row', pick.withCursorMoved(on([]), 1, IDS), on([], 50)],
    ['starts over when its row is gone', pick.withCursorMoved(on([], 99), 1, IDS), on([], 50)],
    ['stays where nothing is shown', pick.withCursorMoved(on([]), 1, []), on([])],
    ['takes rows on the way', pick.withRangeMoved(on([], 40), 1, IDS), on([40, 30], 30, 40)],
    ['takes all', pick.allToggled(on([50]), IDS), on([50, 40, 30, 20, 10])],
    ['of all takes none', pick.allToggled(on(IDS), IDS), on([])],
    ['is cleared and stays where it stood', pick.cleared(on([50, 40], 40)), on([], 40)],
  ])('%s', (_what, after, expected) => {
    expect(summary(after)).toEqual(summary(expected));
  });

  test('counts only rows that are shown, in their order', () => {
    expect(pick.selectedIds(on([10, 99, 50]), IDS)).toEqual([50, 10]);
  });
});
