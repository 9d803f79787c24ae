import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBatcher } from './batcher';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function collect(ms = 1000) {
  const emitted: number[][] = [];
  return { emitted, ...createBatcher<number>(ms, (items) => emitted.push(items)) };
}

describe('the batcher', () => {
  test('emits an isolated item at once', () => {
    const { emitted, add } = collect();
    add([1]);
    vi.advanceTimersByTime(1500);
    add([2]);
    expect(emitted).toEqual([[1], [2]]);
  });

  test('emits later items together when the time is up, and again after it', () => {
    const { emitted, add } = collect();
    add([1]);
    add([2]);
    add([3, 4]);
    expect(emitted).toEqual([[1]]);
    vi.advanceTimersByTime(1000);
    add([5]);
    expect(emitted).toEqual([[1], [2, 3, 4]]);
    vi.advanceTimersByTime(1000);
    expect(emitted).toEqual([[1], [2, 3, 4], [5]]);
  });

  test('emits neither empty batches nor items pending at the stop', () => {
    const { emitted, add, stop } = collect();
    add([]);
    add([1]);
    add([2]);
    stop();
    vi.advanceTimersByTime(5000);
    expect(emitted).toEqual([[1]]);
  });
});
