import type { KeyboardEvent } from 'react';

/**
 * Close on Escape. Radix sends Escape only to the newest layer, and each toast is a layer, so the layers below listen
 * themselves. If Radix has closed the layer, it has already prevented the event.
 */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  close();
};
