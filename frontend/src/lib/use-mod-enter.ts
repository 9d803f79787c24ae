import { useEffect, useEffectEvent } from 'react';

/** Calls `act` for Ctrl+Enter and Cmd+Enter anywhere on the page, except while a dialog or a menu is open. */
export function useModEnter(act: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (event.defaultPrevented || event.repeat || event.altKey || event.isComposing) return;
    if (document.querySelector(OPEN_LAYER) !== null) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      handle(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
}

/** A layer that closes stays in the document until its animation ends. */
const OPEN_LAYER = ['dialog', 'alertdialog', 'menu']
  .map((role) => `[role="${role}"]:not([data-state="closed"])`)
  .join(', ');
