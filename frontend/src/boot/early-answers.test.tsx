/**
 * The calls that `public/assets/first-paint.js` sends are those that the application takes instead of sending its
 * own.
 */
import { http, HttpResponse } from 'msw';
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '@testing-library/react';
import { api, unwrap } from '@/api/client';
import { dropEarlyAnswers, takeEarlyAnswers } from '@/api/early-answers';
import { clearTokens, readTokens, saveTokens } from '@/api/session';
import { user } from '@/testing/fixtures';
import { refusal, TOKENS } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const script = readFileSync('public/assets/first-paint.js', 'utf8');
const me = () => unwrap(api.GET('/api/users/me/'));

/** Path and query of every GET since the test began. */
let requested: string[] = [];
beforeEach(() => {
  requested = [];
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (request.method === 'GET') requested.push(pathname + search);
  });
});
afterEach(() => {
  server.events.removeAllListeners();
  dropEarlyAnswers();
  window.history.replaceState(null, '', '/');
});

/** Run the script as the page at `address` does; returns its calls that have not been taken yet. */
function askEarly(address: string) {
  window.history.replaceState(null, '', address);
  runInThisContext(script);
  const waiting = window.earlyAnswers?.answers ?? new Map<string, unknown>();
  takeEarlyAnswers();
  return waiting;
}

it.each([
  ['/', 4],
  ['/reservations', 4],
  ['/profile', 2],
  ['/?price=2', 2],
  ['/reservations?status=active', 2],
])('the page at %s takes each of its %d early answers', async (address, count) => {
  saveTokens(TOKENS);
  const waiting = askEarly(address);
  expect([...waiting.keys()]).toHaveLength(count);
  await renderApp(address);
  await waitFor(() => {
    expect([...waiting.keys()]).toEqual([]);
  });
});

it.each([
  [true, 'modulepreload'],
  [false, ''],
])('the code of a concierge’s page loads early if the user is one: %s', async (isOne, rel) => {
  saveTokens(TOKENS);
  const answered = vi.fn();
  server.use(
    http.get('/api/users/me/', () => {
      answered();
      return HttpResponse.json(user({ is_concierge: isOne }));
    }),
  );
  const link = document.createElement('link');
  link.dataset.conciergeRel = 'modulepreload';
  document.head.append(link);
  const waiting = askEarly('/reservations');
  await waiting.get('/api/users/me/');
  // The body is read after the answer has arrived.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(answered).toHaveBeenCalledOnce();
  await waitFor(() => {
    expect(link.rel).toBe(rel);
  });
  link.remove();
});

describe('the fonts of headings and figures', () => {
  const isLate = () => 'lateFonts' in document.documentElement.dataset;
  beforeEach(() => {
    localStorage.removeItem('fonts');
    delete document.documentElement.dataset.lateFonts;
    saveTokens(TOKENS);
  });

  it.each(['/', '/reservations'])('load late on the first visit at %s only', (address) => {
    askEarly(address);
    expect(isLate()).toBe(true);
    delete document.documentElement.dataset.lateFonts;
    askEarly(address);
    expect(isLate()).toBe(false);
  });
  it('load from the start on other pages, and then everywhere', () => {
    askEarly('/profile');
    askEarly('/');
    expect(isLate()).toBe(false);
  });
});

describe('no early call is sent', () => {
  it.each(['/', '/login', '/terms'])('for a visitor at %s', (address) => {
    expect([...askEarly(address).keys()]).toEqual([]);
  });
  it.each(['/terms', '/privacy', '/reset-password'])('at %s, which calls nothing', (address) => {
    saveTokens(TOKENS);
    expect([...askEarly(address).keys()]).toEqual([]);
  });
  it.each(['{', 'null', '{"access_token": 1}'])('when storage holds %s', (text) => {
    localStorage.setItem('token', text);
    expect([...askEarly('/').keys()]).toEqual([]);
  });
});

describe('an early answer', () => {
  beforeEach(() => {
    saveTokens(TOKENS);
  });

  it('leaves nothing in the window', () => {
    askEarly('/');
    expect(window.earlyAnswers).toBeUndefined();
  });

  it('is given once', async () => {
    askEarly('/');
    await me();
    await me();
    expect(requested.filter((url) => url === '/api/users/me/')).toHaveLength(2);
  });

  it('is not given to another user', async () => {
    askEarly('/');
    clearTokens();
    saveTokens({ access_token: 'other', refresh_token: 'other' });
    server.use(
      http.get('/api/users/me/', ({ request }) =>
        HttpResponse.json({ ...user(), email: request.headers.get('Authorization') ?? '' }),
      ),
    );
    expect((await me()).email).toBe('Bearer other');
  });

  it('that refuses the token is repeated with a renewed one', async () => {
    server.use(
      http.get('/api/users/me/', ({ request }) =>
        request.headers.get('Authorization') === 'Bearer access-2'
          ? HttpResponse.json(user())
          : refusal(401, 'expired', 'Log in again.'),
      ),
    );
    askEarly('/');
    expect((await me()).id).toBe(user().id);
    expect(readTokens()?.access_token).toBe('access-2');
    expect(requested.filter((url) => url === '/api/users/me/')).toHaveLength(2);
  });

  it('that the network lost is requested again', async () => {
    server.use(http.get('/api/users/me/', () => HttpResponse.error(), { once: true }));
    askEarly('/');
    expect((await me()).id).toBe(user().id);
  });

  it('is dropped after the first page', async () => {
    askEarly('/');
    dropEarlyAnswers();
    await me();
    expect(requested.filter((url) => url === '/api/users/me/')).toHaveLength(2);
  });
});
