/**
 * Stops the page behind a dialog from scrolling without moving it: when there was a scroll bar its place is
 * kept, when there was none nothing is reserved. Attributes only; base.css does the rest, since the content
 * security policy allows no injected style.
 */
import { useLayoutEffect } from 'react';

let holders = 0;

/** Holds the page still while the calling component is mounted. */
export function useScrollLock(): void {
  useLayoutEffect(() => {
    const page = document.documentElement;
    if (holders === 0) {
      page.dataset.scrollLock = window.innerWidth > page.clientWidth ? 'bar' : 'bare';
    }
    holders += 1;
    return () => {
      holders -= 1;
      if (holders === 0) delete page.dataset.scrollLock;
    };
  }, []);
}
