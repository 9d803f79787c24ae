/**
 * The theme: light, dark or the system's. `public/assets/first-paint.js` sets it for the first paint from the same
 * storage key; this module owns every later change.
 */
import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const KEY = 'theme';
const { notify, subscribe } = createListeners();

function readTheme(): ThemeChoice {
  const saved = localStorage.getItem(KEY);
  return saved === 'light' || saved === 'dark' ? saved : 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  apply();
}

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(subscribe, readTheme);
}

/** Follow changes of the system's theme and of the user's other tabs. */
export function followTheme(): void {
  darkSystem().addEventListener('change', apply);
  window.addEventListener('storage', apply);
  apply();
}

function apply(): void {
  const choice = readTheme();
  const dark = choice === 'dark' || (choice === 'system' && darkSystem().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  notify();
}

function darkSystem(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}
