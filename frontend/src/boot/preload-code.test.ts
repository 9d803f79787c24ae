// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { lazyCode, lazyCodes } from '@/ui/lazy-component';
import { preloadCode } from './preload-code';

const others = [...lazyCodes];
afterEach(() => {
  lazyCodes.clear();
  for (const code of others) lazyCodes.add(code);
  vi.unstubAllGlobals();
});

type Router = Parameters<typeof preloadCode>[0]['router'];

function router() {
  const loadRouteChunk = vi.fn<(route: { id: string }) => Promise<void>>(() => Promise.resolve());
  const ids = ['/login', '/_app/profile', '/dev/gallery'];
  const routesById = Object.fromEntries(ids.map((id) => [id, { id }]));
  lazyCodes.clear();
  return {
    router: { routesById, loadRouteChunk } as unknown as Router,
    loaded: () => loadRouteChunk.mock.calls.map(([{ id }]) => id),
  };
}

test('loads each page except the gallery, then each dialog and the code that it names', async () => {
  const { router: pages, loaded } = router();
  const inner = vi.fn(() => Promise.resolve('inner'));
  const outer = vi.fn(() => {
    lazyCode(inner);
    return Promise.resolve('outer');
  });
  lazyCode(outer);
  await preloadCode({ router: pages, startAfterMs: 0 });
  expect(loaded()).toEqual(['/login', '/_app/profile']);
  expect(outer).toHaveBeenCalledOnce();
  expect(inner).toHaveBeenCalledOnce();
});

test.each([
  ['the user saves data', { connection: { saveData: true } }],
  ['the connection is slow', { connection: { saveData: false, effectiveType: 'slow-2g' } }],
  ['there is no network', { onLine: false }],
])('loads nothing when %s', async (_, fields) => {
  const { router: pages, loaded } = router();
  vi.stubGlobal('navigator', { onLine: true, ...fields });
  await preloadCode({ router: pages, startAfterMs: 0 });
  expect(loaded()).toEqual([]);
});

test('stops at the first failure', async () => {
  const { router: pages } = router();
  const next = vi.fn(() => Promise.resolve('next'));
  lazyCode(() => Promise.reject(new Error('gone')));
  lazyCode(next);
  await preloadCode({ router: pages, startAfterMs: 0 });
  expect(next).not.toHaveBeenCalled();
});
