// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

/** The count of each render; `first` is the count when the page opens. */
async function rendered(first: number | undefined, { later = false } = {}) {
  vi.resetModules();
  const { endFirstPage } = await import('./first-page');
  const { useRenderedCount } = await import('./use-rendered-count');
  if (later) endFirstPage();
  const counts: number[] = [];
  const { rerender } = renderHook(
    ({ count }: { count: number | undefined }) => {
      counts.push(useRenderedCount(count));
    },
    { initialProps: { count: first } },
  );
  return {
    counts,
    give: (count: number | undefined) => {
      counts.length = 0;
      rerender({ count });
    },
  };
}

beforeEach(() => {
  vi.resetModules();
});

describe('a list', () => {
  test('of the first page renders in steps, from the top', async () => {
    expect((await rendered(10)).counts).toEqual([0, 4, 8, 10]);
  });
  test('of the first page renders completely if it is short', async () => {
    expect((await rendered(3)).counts).toEqual([0, 3]);
    expect((await rendered(0)).counts.at(-1)).toBe(0);
  });
});

test('that arrives later than its page renders in steps', async () => {
  const { counts, give } = await rendered(undefined, { later: true });
  expect(counts).toEqual([0]);
  give(9);
  expect(counts).toEqual([0, 4, 8, 9]);
});

test('that is there when its page opens renders at once', async () => {
  expect((await rendered(24, { later: true })).counts).toEqual([24]);
});

test('renders added and removed items at once', async () => {
  const { counts, give } = await rendered(10);
  give(34);
  expect(counts).toEqual([34]);
  give(2);
  expect(counts).toEqual([2]);
});

test('that replaces an unloaded one renders in steps again', async () => {
  const { counts, give } = await rendered(10);
  give(undefined);
  expect(counts.at(-1)).toBe(0);
  give(6);
  expect(counts).toEqual([0, 4, 6]);
});
