import type { KeyboardEvent } from 'react';

/**
 * Radix tells Escape only to the newest layer, and each toast is one: what lies below hears it by itself. When it was the
 * newest, Radix has closed it and prevented the event already.
 */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  close();
};
