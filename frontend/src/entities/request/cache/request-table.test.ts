import { describe, expect, test } from 'vitest';
import { aGroup, aPage } from '@/testing/reservation-fixtures';
import { withAction } from './group-changes';
import { changeTable } from './group-changes';
import { liveText, withPage } from './request-table';

const group = (group_id: number, fields: Parameters<typeof aGroup>[0] = {}) =>
  aGroup({ group_id, ...fields });

describe('pages', () => {
  test('may arrive in any order and overlap, and are sorted newest first', () => {
    const first = withPage(undefined, aPage([group(9), group(8)], { seq: 5 }));
    const all = withPage(first, aPage([group(8), group(7), group(12)], { seq: 6 }));
    expect(all.order).toEqual([12, 9, 8, 7]);
    expect(all.seq).toBe(5);
  });

  test('without a new group keep the order array', () => {
    const table = withPage(undefined, aPage([group(9), group(8)]));
    expect(withPage(table, aPage([group(8)])).order).toBe(table.order);
  });

  test('that were read earlier do not overwrite newer groups', () => {
    const late = withPage(undefined, aPage([group(9, { party_size: 6 })], { seq: 7 }));
    const after = withPage(late, aPage([group(9, { party_size: 2 }), group(8)], { seq: 6 }));
    expect(after.groups.get(9)?.party_size).toBe(6);
    expect(after.order).toEqual([9, 8]);
  });
});

describe('a change', () => {
  const table = withPage(undefined, aPage([group(9), group(8)]));

  test('replaces only its group and adjusts the counts', () => {
    const after = changeTable(table, new Map([[9, withAction('pause')]]));
    expect(after.groups.get(9)?.status).toBe('paused');
    expect(after.groups.get(8)).toBe(table.groups.get(8));
    expect(after.order).toBe(table.order);
    expect(after.counts).toMatchObject({ all: 2, active: 1, paused: 1 });
  });

  test('of an unknown group, or without an effect, returns the same table', () => {
    expect(changeTable(table, new Map([[99, withAction('pause')]]))).toBe(table);
    expect(changeTable(table, new Map([[9, withAction('unpause')]]))).toBe(table);
  });
});

test.each([
  [
    [group(1, { book_on_behalf: 'Ada' }), group(2, { book_on_behalf: 'Ada' })],
    '2 active for 1 client',
  ],
  [
    [group(1, { book_on_behalf: 'Ada' }), group(2, { book_on_behalf: 'Bo' })],
    '2 active for 2 clients',
  ],
  [[group(1), group(2, { status: 'paused', book_on_behalf: 'Ada' })], '1 active'],
])('%#: active requests and their clients are counted', (groups, text) => {
  expect(liveText(withPage(undefined, aPage(groups)))).toBe(text);
});
