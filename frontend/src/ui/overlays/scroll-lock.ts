/**
 * Stops the page behind a dialog from scrolling without moving it: the place of a visible scroll bar is kept. It only
 * sets an attribute, which `base.css` reads, because the content security policy allows no injected style.
 */
import { useLayoutEffect } from 'react';

let holders = 0;

/** Lock scrolling while the calling component is mounted. */
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
