/**
 * The time now, for "14s ago" in many places. One shared timer ticks each second while a relative time is shown and
 * the tab is visible.
 */
import { useSyncExternalStore } from 'react';

const TICK_MS = 1000;
const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time, updated each second while the tab is visible. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** The current time to the minute, for texts that change with a deadline and not each second. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(now / MINUTE_MS) * MINUTE_MS);
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
