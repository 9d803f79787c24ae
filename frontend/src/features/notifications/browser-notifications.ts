/**
 * The browser's own notifications: whether they may be shown here, and showing them. Permission is the browser's and
 * is only asked for by a press; the choice beside it is ours, for this browser, in local storage.
 */
import { useSyncExternalStore } from 'react';

/** `ask`: nobody has been asked yet. `blocked`: the browser says no, and only its own settings say yes again. */
export type BrowserNotices = 'unsupported' | 'blocked' | 'ask' | 'on' | 'off';

const KEY = 'browser-notices';
const listeners = new Set<() => void>();

export function readBrowserNotices(): BrowserNotices {
  if (!('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission === 'default') return 'ask';
  return localStorage.getItem(KEY) === 'off' ? 'off' : 'on';
}

export function useBrowserNotices(): BrowserNotices {
  return useSyncExternalStore(subscribe, readBrowserNotices);
}

/** Asks the browser where it was never asked, and remembers the choice. */
export async function chooseBrowserNotices(on: boolean): Promise<void> {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  if (on && readBrowserNotices() === 'ask') await Notification.requestPermission();
  for (const listener of [...listeners]) listener();
}

type Content = { title: string; text?: string; tag: string; onPress: () => void };

/** Shows one, unless the page is looked at anyway or nobody wants it. Tabs with the same tag show it once. */
export function showBrowserNotice({ title, text = '', tag, onPress }: Content): void {
  if (!document.hidden || readBrowserNotices() !== 'on') return;
  try {
    const shown = new Notification(title, { body: text, tag, icon: '/assets/favicon.svg' });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onPress();
    };
  } catch {
    // Chrome on Android only lets a service worker show them, and there is none; the list has the news anyway.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
