import { afterEach, expect, test, vi } from 'vitest';
import { lateCode, lateCodes } from '@/ui/lazy-component';
import { preloadCode } from './preload-code';

const others = [...lateCodes];
afterEach(() => {
  lateCodes.clear();
  for (const code of others) lateCodes.add(code);
  vi.unstubAllGlobals();
});

type Router = Parameters<typeof preloadCode>[0]['router'];

function router() {
  const loadRouteChunk = vi.fn<(route: { id: string }) => Promise<void>>(() => Promise.resolve());
  const ids = ['/login', '/_app/profile', '/dev/gallery'];
  const routesById = Object.fromEntries(ids.map((id) => [id, { id }]));
  lateCodes.clear();
  return {
    router: { routesById, loadRouteChunk } as unknown as Router,
    loaded: () => loadRouteChunk.mock.calls.map(([{ id }]) => id),
  };
}

test('loads each page but the gallery, then each dialog and what it names', async () => {
  const { router: pages, loaded } = router();
  const inner = vi.fn(() => Promise.resolve('inner'));
  const outer = vi.fn(() => {
    lateCode(inner);
    return Promise.resolve('outer');
  });
  lateCode(outer);
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

test('stops at the first part that does not come', async () => {
  const { router: pages } = router();
  const next = vi.fn(() => Promise.resolve('next'));
  lateCode(() => Promise.reject(new Error('gone')));
  lateCode(next);
  await preloadCode({ router: pages, startAfterMs: 0 });
  expect(next).not.toHaveBeenCalled();
});
