/**
 * Renews the session's tokens. Refresh tokens rotate, so two refreshes at once would use one token twice. One runs
 * at a time: in this tab by a shared promise, across tabs by a web lock.
 */
import { ApiError, NO_ANSWER } from './errors';
import { clearTokens, readTokens, saveTokens, userOf } from './session';
import type { Tokens } from './types';

let inFlight: Promise<string | null> | null = null;

/**
 * Return a token newer than `stale`, or null if the session has ended (the tokens are then removed) or another tab has
 * signed in another user. Throw ApiError if the server does not answer: the session stays.
 */
export function renewAccessToken(stale: string): Promise<string | null> {
  inFlight ??= withTabLock(() => renew(stale)).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

async function renew(stale: string): Promise<string | null> {
  const tokens = readTokens();
  if (tokens === null) return null;
  // Another tab renewed it while this one waited for the lock.
  if (tokens.access_token !== stale) {
    return userOf(tokens.access_token) === userOf(stale) ? tokens.access_token : null;
  }

  const response = await fetch('/api/users/token/refresh/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token: tokens.refresh_token }),
  }).catch(() => {
    throw new ApiError(NO_ANSWER, { status: 0, code: 'offline' });
  });
  if (response.status === 401 || response.status === 400 || response.status === 422) {
    clearTokens();
    return null;
  }
  if (!response.ok) throw new ApiError(NO_ANSWER, { status: response.status, code: 'unreadable' });
  const renewed = (await response.json()) as Tokens;
  saveTokens(renewed);
  return renewed.access_token;
}

async function withTabLock(work: () => Promise<string | null>): Promise<string | null> {
  // Web locks need a secure context. On plain HTTP outside localhost only this tab is protected.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks === undefined ? await work() : await locks.request('tablehawk-token', work);
}
