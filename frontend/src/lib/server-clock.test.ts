import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { learnServerTime, serverNow } from './server-clock';

const NOW = Date.parse('2026-11-20T15:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  learnServerTime(Date.now(), Date.now());
  vi.useRealTimers();
});

describe('the time of the server', () => {
  test('is that of the browser until an answer tells another', () => {
    expect(serverNow()).toBe(NOW);
  });

  test.each([
    ['ahead', 90_000],
    ['behind', -90_000],
  ])('is %s of a wrong browser clock', (_, by) => {
    learnServerTime(NOW + by, NOW);
    expect(serverNow()).toBe(NOW + by);
    vi.advanceTimersByTime(1000);
    expect(serverNow()).toBe(NOW + by + 1000);
  });

  test('is the one at the middle of a call', () => {
    learnServerTime(NOW + 60_000 - 100, NOW - 200);
    expect(serverNow()).toBe(NOW + 60_000);
  });

  test.each([
    ['a difference within the tolerance', NOW + 400, NOW],
    ['a difference that a slow call explains', NOW + 1000, NOW - 4000],
  ])('leaves %s out', (_, stated, sentAt) => {
    learnServerTime(stated, sentAt);
    expect(serverNow()).toBe(NOW);
  });
});
