/**
 * Renews the session's tokens. Refresh tokens rotate, so two refreshes at once would spend the same one
 * twice: one runs at a time, in this tab by a shared promise and over all tabs by a web lock.
 */
import { ApiError, NO_ANSWER } from './errors';
import { clearTokens, readTokens, saveTokens } from './session';
import type { Tokens } from './types';

let inFlight: Promise<string | null> | null = null;

/**
 * A token newer than `stale`, or null when the session has ended (the tokens are then gone).
 * Throws ApiError when the server gives no answer: the session stays as it is.
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
  // Another tab was first while this one waited for the lock.
  if (tokens.access_token !== stale) return tokens.access_token;

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
  // Web locks need a secure context; on plain http elsewhere than localhost one tab still never doubles.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks === undefined ? await work() : await locks.request('tablehawk-token', work);
}
