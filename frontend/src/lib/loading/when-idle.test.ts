// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { whenIdle } from './when-idle';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('waits for an idle moment, up to a limit', async () => {
  const scheduled: { callback: () => void; options: IdleRequestOptions | undefined }[] = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void, options?: IdleRequestOptions) =>
    scheduled.push({ callback, options }),
  );
  const done = vi.fn();
  const waiting = whenIdle().then(done);
  await Promise.resolve();
  expect(done).not.toHaveBeenCalled();
  expect(scheduled[0]?.options?.timeout).toBeGreaterThan(0);
  scheduled[0]?.callback();
  await waiting;
  expect(done).toHaveBeenCalledOnce();
});

test('does not wait where the browser cannot tell', async () => {
  expect('requestIdleCallback' in window).toBe(false);
  await whenIdle();
});
