import type { KeyboardEvent } from 'react';

/**
 * Close a layer on Escape. Radix sends Escape only to the newest layer, and each toast is a layer, so the layers
 * below a toast need this listener. If Radix itself has closed the layer, it has prevented the default of the event.
 */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  close();
};
