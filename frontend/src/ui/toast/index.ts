/**
 * The list of toasts, callable from anywhere: `toast({ title: 'Successfully connected', tone: 'confirmed' })`.
 * `toaster.tsx` shows them and loads with the first one.
 */
import { useSyncExternalStore } from 'react';

export type ToastTone = 'confirmed' | 'unsuccessful' | 'seen' | 'watching';

/** A more fitting icon than the tone's. */
export type ToastIcon =
  | 'account'
  | 'card'
  | 'code'
  | 'delete'
  | 'fee'
  | 'paused'
  | 'stopping'
  | 'unavailable'
  | 'watching';

export type Toast = {
  id: number;
  title: string;
  text?: string;
  tone: ToastTone;
  icon?: ToastIcon;
  action?: { label: string; onClick: () => void };
};

/** How long a toast without an action stays. */
export const TOAST_MS = 6000;
/** More at once would cover the page: the oldest are dropped. */
const MAX_TOASTS = 4;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

export function toast(content: Omit<Toast, 'id'>): number {
  lastId += 1;
  write([...toasts, { ...content, id: lastId }].slice(-MAX_TOASTS));
  return lastId;
}

export function dismissToast(id: number): void {
  write(toasts.filter((shown) => shown.id !== id));
}

export function clearToasts(): void {
  write([]);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

function write(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
