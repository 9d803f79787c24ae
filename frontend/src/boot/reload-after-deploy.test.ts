// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { server } from '@/testing/server';
import { reloadAfterDeploy } from './reload-after-deploy';

const ENTRY = 'http://localhost:3000/assets/index-OLD.js';
let stop: () => void = () => undefined;
afterEach(() => {
  stop();
});

function serve(answer: () => Response) {
  const requestPage = vi.fn(answer);
  server.use(http.get('/', () => requestPage()));
  return requestPage;
}

const build = (name: string) =>
  HttpResponse.html(`<script type="module" src="/assets/index-${name}.js"></script>`);

async function fail(requestPage: ReturnType<typeof serve>, times = 1) {
  window.dispatchEvent(new Event('vite:preloadError'));
  await waitFor(() => {
    expect(requestPage).toHaveBeenCalledTimes(times);
  });
  // The answer is read in a later task; a test of a reload waits for it.
  await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a chunk that does not load', () => {
  it('reloads the page if the server has a new build', async () => {
    const reload = vi.fn();
    stop = reloadAfterDeploy({ entry: ENTRY, reload });
    await fail(serve(() => build('NEW')));
    await waitFor(() => {
      expect(reload).toHaveBeenCalledTimes(1);
    });
  });

  it.each([
    ['the build is the same', () => build('OLD')],
    ['the server does not answer', () => HttpResponse.error()],
    ['the server is failing', () => new HttpResponse(null, { status: 503 })],
  ])('does not reload when %s', async (_, answer) => {
    const reload = vi.fn();
    stop = reloadAfterDeploy({ entry: ENTRY, reload });
    await fail(serve(answer));
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads once a minute at most', async () => {
    const reload = vi.fn();
    let now = 1_000_000;
    stop = reloadAfterDeploy({ entry: ENTRY, reload, now: () => now });
    const requestPage = serve(() => build('NEW'));
    const reloadedTimes = (times: number) =>
      waitFor(() => {
        expect(reload).toHaveBeenCalledTimes(times);
      });
    await fail(requestPage, 1);
    await reloadedTimes(1);
    await fail(requestPage, 2);
    expect(reload).toHaveBeenCalledTimes(1);
    now += 60_000;
    await fail(requestPage, 3);
    await reloadedTimes(2);
  });
});
