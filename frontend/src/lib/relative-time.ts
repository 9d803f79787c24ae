/**
 * "14 s ago" in many places. One shared timer ticks each second while a relative time is shown and the tab is
 * visible.
 */
import { useSyncExternalStore } from 'react';

const TICK_MS = 1000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time, updated each second while the tab is visible. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** Format `just now`, `14 s ago`, `3 min ago`, `2 h ago` or `5 days ago`; both in milliseconds. */
export function formatAgo(then: number, at: number): string {
  const seconds = Math.max(0, Math.floor((at - then) / 1000));
  if (seconds < 2) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = Date.now();
    start();
    document.addEventListener('visibilitychange', onVisibility);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      stop();
      document.removeEventListener('visibilitychange', onVisibility);
    }
  };
}

function onVisibility(): void {
  if (document.hidden) stop();
  else {
    tick();
    start();
  }
}

function start(): void {
  timer ??= setInterval(tick, TICK_MS);
}

function stop(): void {
  clearInterval(timer);
  timer = undefined;
}

function tick(): void {
  now = Date.now();
  for (const listener of [...listeners]) listener();
}
