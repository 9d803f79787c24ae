// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFrame } from './after-frame';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs work when the frame after the next one begins, once', () => {
  const work = vi.fn();
  const order: string[] = [];
  afterFrame(() => {
    order.push('work');
    work();
  });
  requestAnimationFrame(() => order.push('frame'));
  vi.advanceTimersToNextFrame();
  vi.advanceTimersByTime(0);
  expect(order).toEqual(['frame']);
  vi.advanceTimersToNextFrame();
  expect(order).toEqual(['frame', 'work']);
  vi.runAllTimers();
  expect(work).toHaveBeenCalledOnce();
});

test('runs work in a hidden tab, which paints no frame', () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
  const work = vi.fn();
  afterFrame(work);
  vi.advanceTimersByTime(300);
  expect(work).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test('never runs canceled work', () => {
  const work = vi.fn();
  afterFrame(work)();
  vi.runAllTimers();
  expect(work).not.toHaveBeenCalled();
});
