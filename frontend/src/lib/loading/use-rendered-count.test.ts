import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

/** What each render was told; `first` is the count that the page is opened with. */
async function rendered(first: number | undefined, { later = false } = {}) {
  vi.resetModules();
  const { endFirstPage } = await import('./first-page');
  const { useRenderedCount } = await import('./use-rendered-count');
  if (later) endFirstPage();
  const told: number[] = [];
  const { rerender } = renderHook(
    ({ count }: { count: number | undefined }) => {
      told.push(useRenderedCount(count));
    },
    { initialProps: { count: first } },
  );
  return {
    told,
    give: (count: number | undefined) => {
      told.length = 0;
      rerender({ count });
    },
  };
}

beforeEach(() => {
  vi.resetModules();
});

describe('the list of the first page', () => {
  test('is drawn in parts, from the top', async () => {
    expect((await rendered(10)).told).toEqual([0, 4, 8, 10]);
  });
  test('is drawn to its end when it is short', async () => {
    expect((await rendered(3)).told).toEqual([0, 3]);
    expect((await rendered(0)).told.at(-1)).toBe(0);
  });
});

test('a list that comes later than its page is drawn in parts', async () => {
  const { told, give } = await rendered(undefined, { later: true });
  expect(told).toEqual([0]);
  give(9);
  expect(told).toEqual([0, 4, 8, 9]);
});

test('a list that is there when its page is opened is drawn at once', async () => {
  expect((await rendered(24, { later: true })).told).toEqual([24]);
});

test('what is added or taken away does not wait', async () => {
  const { told, give } = await rendered(10);
  give(34);
  expect(told).toEqual([34]);
  give(2);
  expect(told).toEqual([2]);
});

test('a list in the place of one that was lost is drawn in parts again', async () => {
  const { told, give } = await rendered(10);
  give(undefined);
  expect(told.at(-1)).toBe(0);
  give(6);
  expect(told).toEqual([0, 4, 6]);
});
