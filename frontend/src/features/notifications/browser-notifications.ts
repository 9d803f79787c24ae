/**
 * Browser notifications: whether they may be shown, and showing them. The browser's permission is requested only by a
 * click; the user's choice is kept for this browser in local storage.
 */
import { useSyncExternalStore } from 'react';
import { createListeners } from '@/lib/listeners';
import { PUSH_KEY } from '@/api/session';

/** `ask`: not requested yet. `blocked`: refused, which only the browser's settings can change. */
export type BrowserNotices = 'unsupported' | 'blocked' | 'ask' | 'on' | 'off';

const KEY = 'browser-notices';
const listeners = createListeners();

function readBrowserNotifications(): BrowserNotices {
  if (!('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission === 'default') return 'ask';
  return localStorage.getItem(KEY) === 'off' ? 'off' : 'on';
}

export function useBrowserNotifications(): BrowserNotices {
  return useSyncExternalStore(subscribe, readBrowserNotifications);
}

/** Save the choice, and request permission if it was never requested. */
export async function setBrowserNotifications(on: boolean): Promise<void> {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  if (on && readBrowserNotifications() === 'ask') await Notification.requestPermission();
  listeners.notify();
}

/** Whether the service worker of this device shows notifications, so that pages need not. */
export function isPushed(): boolean {
  return localStorage.getItem(PUSH_KEY) !== null;
}

export function setPushed(on: boolean): void {
  if (on) localStorage.setItem(PUSH_KEY, '1');
  else localStorage.removeItem(PUSH_KEY);
}

type Content = { title: string; text?: string; tag: string; onClick: () => void };

/** Show one, unless the page is visible or the user wants none. Tabs with the same tag show it once. */
export function showBrowserNotification({ title, text = '', tag, onClick }: Content): void {
  if (!document.hidden || isPushed() || readBrowserNotifications() !== 'on') return;
  try {
    const shown = new Notification(title, { body: text, tag, icon: '/assets/favicon.svg' });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onClick();
    };
  } catch {
    // Chrome on Android permits only notifications of service workers. The profile offers these separately.
  }
}

function subscribe(listener: () => void): () => void {
  const leave = listeners.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    leave();
    window.removeEventListener('storage', listener);
  };
}
