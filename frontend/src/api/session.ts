/**
 * The session: both tokens as one JSON object under the local storage key `token`, as the specification says. Reads,
 * writes and announces it; calls no API.
 */
import type { Tokens } from './types';

const KEY = 'token';
/** The key in localStorage that is set while the server sends notifications to this device. */
export const PUSH_KEY = 'push-device';
/** The cookie gives no access: browsers without it get the landing page at `/` (platform/config/landing.py). */
const COOKIE = 'signed_in';
const A_YEAR = 31_536_000;
/** `elsewhere`: another tab made the change, perhaps while the browser kept this page in its history. */
type Listener = (change: { elsewhere: boolean }) => void;
const listeners = new Set<Listener>();

/** Return the saved tokens, or null when signed out or unreadable. */
export function readTokens(): Tokens | null {
  const saved = localStorage.getItem(KEY);
  if (saved === null) return null;
  try {
    const value: unknown = JSON.parse(saved);
    return isTokens(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether nobody is signed in: the public pages then read what needs no session. */
export function isVisitor(): boolean {
  return readTokens() === null;
}

/** Return the id of an access token's user; null if it cannot be read. The server checks the token, this does not. */
export function userOf(accessToken: string): string | null {
  try {
    const claims = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(claims)) as { sub: string }).sub;
  } catch {
    return null;
  }
}

export function saveTokens({ access_token, refresh_token }: Tokens): void {
  localStorage.setItem(KEY, JSON.stringify({ access_token, refresh_token }));
  document.cookie = `${COOKIE}=1; Path=/; SameSite=Lax; Max-Age=${A_YEAR}`;
  notify({ elsewhere: false });
}

export function clearTokens(): void {
  localStorage.removeItem(KEY);
  // The server has ended the session, and with it the notifications to this device.
  localStorage.removeItem(PUSH_KEY);
  document.cookie = `${COOKIE}=; Path=/; SameSite=Lax; Max-Age=0`;
  notify({ elsewhere: false });
}

/** Call `listener` after each change in this or another tab; returns the function that stops it. */
export function onSessionChange(listener: Listener): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onPageShow);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}

function onStorage(event: StorageEvent): void {
  // A null key is `localStorage.clear()`, which signs out as well.
  if (event.key === KEY || event.key === null) notify({ elsewhere: true });
}

/** A page that comes back from the history has missed the storage events. */
function onPageShow(event: PageTransitionEvent): void {
  if (event.persisted) notify({ elsewhere: true });
}

function notify(change: { elsewhere: boolean }): void {
  for (const listener of [...listeners]) listener(change);
}

function isTokens(value: unknown): value is Tokens {
  if (typeof value !== 'object' || value === null) return false;
  const { access_token, refresh_token } = value as Record<string, unknown>;
  return typeof access_token === 'string' && typeof refresh_token === 'string';
}
