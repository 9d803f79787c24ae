/**
 * Gives focus back to whatever opened a dialog. Radix does so only for its own Trigger; ours are opened by
 * any button of the page, and some of those are gone when the dialog closes.
 */
import { useRef } from 'react';
import { focusPageTitle } from './page-title';

/** Call `remember` when the dialog opens and hand `onCloseAutoFocus` to its content. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = opener;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
      else focusPageTitle();
    },
  };
}
