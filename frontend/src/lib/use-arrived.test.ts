import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useArrived } from './use-arrived';

/** What each render was told. */
function rendered(first: string | undefined) {
  const told: boolean[] = [];
  const { rerender } = renderHook(
    ({ value }: { value: string | undefined }) => {
      told.push(useArrived(value));
    },
    { initialProps: { value: first } },
  );
  return {
    told,
    give: (value: string | undefined) => {
      rerender({ value });
    },
  };
}

test('what is there at once is drawn at once', () => {
  expect(rendered('a').told).toEqual([true]);
});

test('what comes later is drawn in a render of its own, which may be interrupted', () => {
  const { told, give } = rendered(undefined);
  give('a');
  expect(told).toEqual([false, false, true]);
});

test('a change does not wait, and neither does a loss', () => {
  const { told, give } = rendered('a');
  told.length = 0;
  give('b');
  expect(told).toEqual([true]);
  told.length = 0;
  give(undefined);
  expect(told[0]).toBe(false);
});
