/**
 * Returns the focus to the element that opened a dialog. Radix does so only for its own Trigger. Here any button may
 * open a dialog, and some of them no longer exist when it closes.
 */
import { useRef } from 'react';
import { focusPageTitle } from '../page-title';

/** Call `remember` when the dialog opens and pass `onCloseAutoFocus` to its content. */
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
