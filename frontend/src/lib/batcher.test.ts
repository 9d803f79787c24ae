import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBatcher } from './batcher';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function handed(ms = 1000) {
  const told: number[][] = [];
  return { told, ...createBatcher<number>(ms, (items) => told.push(items)) };
}

describe('the batcher', () => {
  test('emits an isolated item at once', () => {
    const { told, add } = handed();
    add([1]);
    vi.advanceTimersByTime(1500);
    add([2]);
    expect(told).toEqual([[1], [2]]);
  });

  test('emits later items together when the time is up, and again after it', () => {
    const { told, add } = handed();
    add([1]);
    add([2]);
    add([3, 4]);
    expect(told).toEqual([[1]]);
    vi.advanceTimersByTime(1000);
    add([5]);
    expect(told).toEqual([[1], [2, 3, 4]]);
    vi.advanceTimersByTime(1000);
    expect(told).toEqual([[1], [2, 3, 4], [5]]);
  });

  test('emits neither empty batches nor items pending at the stop', () => {
    const { told, add, stop } = handed();
    add([]);
    add([1]);
    add([2]);
    stop();
    vi.advanceTimersByTime(5000);
    expect(told).toEqual([[1]]);
  });
});
