// @vitest-environment jsdom
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { refusal, TOKENS } from '@/testing/handlers';
import { server } from '@/testing/server';
import { user } from '@/testing/fixtures';
import { api, unwrap } from './client';
import { ApiError } from './errors';
import { onSessionChange, readTokens, saveTokens } from './session';

const me = () => unwrap(api.GET('/api/users/me/'));

/** A server that accepts only `accepted` and records the tokens that it received. */
function serveMe(accepted: string) {
  const shown: (string | null)[] = [];
  server.use(
    http.get('/api/users/me/', ({ request }) => {
      shown.push(request.headers.get('Authorization'));
      return shown.at(-1) === `Bearer ${accepted}`
        ? HttpResponse.json(user())
        : refusal(401, 'expired', 'Log in again.');
    }),
  );
  return shown;
}

function countRefreshes(answer: () => Response) {
  const calls = vi.fn(answer);
  server.use(http.post('/api/users/token/refresh/', () => calls()));
  return calls;
}

const renewed = () => HttpResponse.json({ access_token: 'access-2', refresh_token: 'refresh-2' });

describe('bearer token', () => {
  it('is sent when there is a session', async () => {
    saveTokens(TOKENS);
    const shown = serveMe('access-1');
    await me();
    expect(shown).toEqual(['Bearer access-1']);
  });

  it('is kept under the key "token" as one object', () => {
    saveTokens(TOKENS);
    expect(JSON.parse(localStorage.getItem('token') ?? '')).toEqual(TOKENS);
  });

  it.each(['{', '"text"', '{"access_token": 1}', 'null'])(
    'counts as signed out when storage holds %s',
    (text) => {
      localStorage.setItem('token', text);
      expect(readTokens()).toBeNull();
    },
  );
});

describe('an expired access token', () => {
  it('is renewed once and the call sent again with its body', async () => {
    saveTokens(TOKENS);
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/resy/logout/', async ({ request }) => {
        bodies.push(await request.json());
        return request.headers.get('Authorization') === 'Bearer access-2'
          ? HttpResponse.json({ message: 'Successfully disconnected' })
          : refusal(401, 'expired', 'Log in again.');
      }),
    );
    countRefreshes(renewed);
    await unwrap(api.POST('/api/resy/logout/', { body: { accountId: 1 } }));
    expect(bodies).toEqual([{ accountId: 1 }, { accountId: 1 }]);
    expect(readTokens()?.refresh_token).toBe('refresh-2');
  });

  it('is renewed by one call for all waiting requests', async () => {
    saveTokens(TOKENS);
    serveMe('access-2');
    const refreshes = countRefreshes(renewed);
    await Promise.all([me(), me(), me(), me()]);
    expect(refreshes).toHaveBeenCalledTimes(1);
  });

  it('is not renewed again after another tab renewed it', async () => {
    saveTokens(TOKENS);
    const shown = serveMe('from-other-tab');
    const refreshes = countRefreshes(renewed);
    vi.stubGlobal('navigator', {
      locks: {
        request: (_name: string, work: () => Promise<unknown>) => {
          // While this tab waited for the lock, the other one finished.
          saveTokens({ access_token: 'from-other-tab', refresh_token: 'refresh-9' });
          return work();
        },
      },
    });
    try {
      await me();
    } finally {
      vi.unstubAllGlobals();
    }
    expect(refreshes).not.toHaveBeenCalled();
    expect(shown.at(-1)).toBe('Bearer from-other-tab');
  });

  it('is not sent as another user who signed in in another tab', async () => {
    const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub }))}.x`;
    saveTokens({ access_token: tokenOf('7'), refresh_token: 'refresh-1' });
    const shown: (string | null)[] = [];
    server.use(
      http.post('/api/resy/logout/', ({ request }) => {
        shown.push(request.headers.get('Authorization'));
        saveTokens({ access_token: tokenOf('8'), refresh_token: 'refresh-9' });
        return refusal(401, 'expired', 'Log in again.');
      }),
    );
    await expect(
      unwrap(api.POST('/api/resy/logout/', { body: { accountId: 1 } })),
    ).rejects.toMatchObject({ status: 401 });
    expect(shown).toEqual([`Bearer ${tokenOf('7')}`]);
  });

  it('ends the session once when the refresh token is refused', async () => {
    saveTokens(TOKENS);
    serveMe('never');
    countRefreshes(() => refusal(401, 'revoked', 'Log in again.'));
    const listener = vi.fn();
    const stop = onSessionChange(listener);
    await expect(me()).rejects.toMatchObject({ status: 401 });
    stop();
    expect(readTokens()).toBeNull();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('keeps the session when the server cannot answer the renewal', async () => {
    saveTokens(TOKENS);
    serveMe('never');
    countRefreshes(() => new HttpResponse(null, { status: 503 }));
    await expect(me()).rejects.toBeInstanceOf(ApiError);
    expect(readTokens()).toEqual(TOKENS);
  });

  it('does not cause a renewal after a refused login', async () => {
    saveTokens(TOKENS);
    const refreshes = countRefreshes(renewed);
    server.use(
      http.post('/api/users/login/', () =>
        refusal(401, 'wrong_credentials', 'Email and password do not match.'),
      ),
    );
    const body = { email: 'maya@example.com', password: 'x' };
    await expect(unwrap(api.POST('/api/users/login/', { body }))).rejects.toThrow(
      'Email and password do not match.',
    );
    expect(refreshes).not.toHaveBeenCalled();
  });
});

describe('every failure becomes an ApiError', () => {
  it.each([
    [
      'a refusal with its code and fields',
      () => refusal(409, 'over_limit', 'Too many.', { dates_error: 'Too many dates.' }),
      {
        status: 409,
        code: 'over_limit',
        message: 'Too many.',
        errors: { dates_error: 'Too many dates.' },
      },
    ],
    [
      'a page of somebody else',
      () => HttpResponse.html('<h1>502</h1>', { status: 502 }),
      { status: 502, code: 'unreadable', errors: {} },
    ],
    ['no answer at all', () => HttpResponse.error(), { status: 0, code: 'offline' }],
  ])('%s', async (_, answer, expected) => {
    server.use(http.get('/api/users/me/', answer));
    await expect(me()).rejects.toMatchObject(expected);
  });
});

describe('other tabs', () => {
  it.each([
    ['signed out there', new StorageEvent('storage', { key: 'token', newValue: null })],
    ['everything cleared there', new StorageEvent('storage', { key: null })],
  ])('change the session here: %s', (_, event) => {
    const listener = vi.fn();
    const stop = onSessionChange(listener);
    window.dispatchEvent(event);
    stop();
    window.dispatchEvent(event);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(listener).toHaveBeenCalledWith({ elsewhere: true });
  });

  it('do not change the session by another storage key', () => {
    const listener = vi.fn();
    const stop = onSessionChange(listener);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    stop();
    expect(listener).not.toHaveBeenCalled();
  });
});
