// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nextFrame } from './frame';

let frames: FrameRequestCallback[] = [];

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((id) => {
    frames[id - 1] = () => undefined;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function paint() {
  for (const frame of frames) frame(0);
}

test('runs with the next frame, once', () => {
  const work = vi.fn();
  nextFrame(work);
  expect(work).not.toHaveBeenCalled();
  paint();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledOnce();
});

test('isolated work does not wait for a frame or a timer; work right after other work does', async () => {
  // Later than any time that the real clock showed in the previous test.
  const start = 1e9;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start);
  const [first, second] = [vi.fn(), vi.fn()];
  nextFrame(first);
  expect(first).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(first).toHaveBeenCalledOnce();
  clock.mockReturnValue(start + 5);
  nextFrame(second);
  await Promise.resolve();
  vi.advanceTimersByTime(0);
  expect(second).not.toHaveBeenCalled();
  paint();
  expect(second).toHaveBeenCalledOnce();
  clock.mockRestore();
});

test('urgent work waits for urgent work only', async () => {
  const start = 2e9;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start);
  const [live, urgent, second] = [vi.fn(), vi.fn(), vi.fn()];
  nextFrame(live);
  await Promise.resolve();
  clock.mockReturnValue(start + 5);
  nextFrame(urgent, { urgent: true });
  await Promise.resolve();
  expect(urgent).toHaveBeenCalledOnce();
  nextFrame(second, { urgent: true });
  await Promise.resolve();
  expect(second).not.toHaveBeenCalled();
  paint();
  expect(second).toHaveBeenCalledOnce();
  clock.mockRestore();
});

test('runs without a frame in a hidden tab, once', () => {
  const work = vi.fn();
  nextFrame(work);
  vi.runAllTimers();
  paint();
  expect(work).toHaveBeenCalledOnce();
});

test('canceled work never runs', async () => {
  const work = vi.fn();
  nextFrame(work)();
  await Promise.resolve();
  vi.runAllTimers();
  paint();
  expect(work).not.toHaveBeenCalled();
});
