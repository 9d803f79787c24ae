/**
 * What happens on this device when a table is booked: whether its ticket takes the screen, and whether a chime sounds.
 * Both choices are kept in local storage.
 */
import { useSyncExternalStore } from 'react';
import { createListeners } from '@/lib/listeners';

export type BookedChoice = 'booked-screen' | 'booked-chime';

const PRESETS: Record<BookedChoice, boolean> = { 'booked-screen': true, 'booked-chime': false };
const listeners = createListeners();

export function isChosen(choice: BookedChoice): boolean {
  const saved = localStorage.getItem(choice);
  return saved === null ? PRESETS[choice] : saved === 'on';
}

export function choose(choice: BookedChoice, on: boolean): void {
  localStorage.setItem(choice, on ? 'on' : 'off');
  listeners.notify();
}

export function useBookedChoice(choice: BookedChoice): boolean {
  return useSyncExternalStore(subscribe, () => isChosen(choice));
}

/** Whether a ticket may take the screen now: the page is visible, no layer is open, and the user is not typing. */
export function isScreenFree(): boolean {
  return (
    isChosen('booked-screen') &&
    !document.hidden &&
    document.querySelector('.scrim, .popover, .menu') === null &&
    document.activeElement?.matches('input, textarea, select, [contenteditable]') !== true
  );
}

function subscribe(listener: () => void): () => void {
  const leave = listeners.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    leave();
    window.removeEventListener('storage', listener);
  };
}
