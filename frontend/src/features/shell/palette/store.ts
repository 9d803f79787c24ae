/** Which overlay is open, and whether single keys are shortcuts (WCAG 2.1.4: they can be switched off). */
import { useSyncExternalStore } from 'react';
import { createListeners } from '@/lib/listeners';

export type Overlay = 'palette' | 'shortcuts';

const KEY = 'single-key-shortcuts';
const { notify, subscribe } = createListeners();
let open: Overlay | null = null;

export function openOverlay(overlay: Overlay | null): void {
  open = overlay;
  notify();
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(subscribe, () => open);
}

export function readSingleKeys(): boolean {
  return localStorage.getItem(KEY) !== 'off';
}

export function chooseSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  notify();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, readSingleKeys);
}
