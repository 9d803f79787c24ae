/**
 * The list of toasts, callable from anywhere: `toast({ title: 'Successfully connected', tone: 'confirmed' })`.
 * `toaster.tsx` shows them and loads with the first one.
 *
 * A toast reports what the page does not show. A caller names with `shownBy` what shows the same fact; if all of it is
 * on the screen, the sentence is only announced to screen readers. Toasts that the specification demands name nothing.
 */
import { useSyncExternalStore } from 'react';
import { afterFrame } from '@/lib/after-frame';
import { isOnScreen } from './on-screen';

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

type Content = Omit<Toast, 'id'> & {
  /** The selectors of the elements that show the same fact. */
  shownBy?: readonly string[];
};

/** How long a toast without an action stays. */
export const TOAST_MS = 6000;
/** More at once would not fit beside the page's controls: the oldest are dropped. */
const MAX_TOASTS = 2;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let announcement = '';
let lastId = 0;

export function toast({ shownBy = [], ...content }: Content): number {
  lastId += 1;
  const id = lastId;
  const show = () => {
    write([...toasts, { ...content, id }].slice(-MAX_TOASTS));
  };
  if (shownBy.length === 0) show();
  else {
    // The change is painted first.
    afterFrame(() => {
      if (shownBy.every(isOnScreen)) announce(`${content.title}. ${content.text ?? ''}`.trim());
      else show();
    });
  }
  return id;
}

/** Have screen readers say a sentence, without a toast. */
export function announce(text: string): void {
  announcement = text;
  notify();
}

export function dismissToast(id: number): void {
  write(toasts.filter((shown) => shown.id !== id));
}

export function clearToasts(): void {
  announcement = '';
  write([]);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

export function useAnnouncement(): string {
  return useSyncExternalStore(subscribe, () => announcement);
}

function write(next: readonly Toast[]): void {
  toasts = next;
  notify();
}

function notify(): void {
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
