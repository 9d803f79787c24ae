/**
 * The list of toasts, callable from anywhere: `toast({ title: 'Successfully connected', tone: 'confirmed' })`.
 * `toaster.tsx` shows them and loads with the first one.
 *
 * A toast reports what the page does not show. A caller names with `shownBy` what shows the same fact; if all of it is
 * on the screen, the sentence is only announced to screen readers. Toasts that the specification demands name nothing.
 */
import { useSyncExternalStore } from 'react';
import { afterFrame } from '@/lib/after-frame';
import { createListeners } from '@/lib/listeners';
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
  /** How long the page may take to show them, such as a page that was just opened. */
  shownWithinMs?: number;
};

type Announcement = { id: number; text: string };

/** How long a toast without an action stays. */
export const TOAST_MS = 6000;
/** More at once would not fit beside the page's controls: the oldest are dropped. */
const MAX_TOASTS = 2;
/** A screen reader may drop what is gone before it is read. */
const KEPT_ANNOUNCEMENTS = 5;
const { notify, subscribe } = createListeners();
let toasts: readonly Toast[] = [];
let announcements: readonly Announcement[] = [];
let lastId = 0;
/** Cancels the decisions between toast and announcement. */
const undecided = new Set<() => void>();

export function toast({ shownBy = [], shownWithinMs = 0, ...content }: Content): number {
  lastId += 1;
  const id = lastId;
  const show = () => {
    write([...toasts, { ...content, id }].slice(-MAX_TOASTS));
  };
  if (shownBy.length === 0) show();
  else {
    const end = performance.now() + shownWithinMs;
    let cancel: () => void = () => undefined;
    const decide = () => {
      undecided.delete(cancel);
      if (shownBy.every(isOnScreen)) announce(sentences(content));
      else if (performance.now() < end) later();
      else show();
    };
    const later = () => {
      cancel = afterFrame(decide);
      undecided.add(cancel);
    };
    // The change is painted first.
    later();
  }
  return id;
}

/** Some titles are sentences with a period of their own. */
function sentences({ title, text = '' }: Pick<Toast, 'title' | 'text'>): string {
  return `${/[.!?]$/.test(title) ? title : `${title}.`} ${text}`.trim();
}

/** Have screen readers say a sentence after those before it, without a toast. */
export function announce(text: string): void {
  lastId += 1;
  announcements = [...announcements, { id: lastId, text }].slice(-KEPT_ANNOUNCEMENTS);
  notify();
}

export function dismissToast(id: number): void {
  write(toasts.filter((shown) => shown.id !== id));
}

export function clearToasts(): void {
  for (const cancel of undecided) cancel();
  undecided.clear();
  announcements = [];
  write([]);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

export function useAnnouncements(): readonly Announcement[] {
  return useSyncExternalStore(subscribe, () => announcements);
}

function write(next: readonly Toast[]): void {
  toasts = next;
  notify();
}
