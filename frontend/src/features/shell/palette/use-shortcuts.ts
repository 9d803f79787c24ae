import { useNavigate } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type Action, readKey, type PendingKey } from './shortcuts';
import { openOverlay, readSingleKeys } from './store';

/** Elements in which shortcuts are off: text fields, and layers over the page. */
const BUSY = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

/** Listens for the shortcuts on the whole page while the caller is mounted. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const pendingKey = useRef<PendingKey>(null);

  const act = useEffectEvent((action: Action) => {
    if (action.kind === 'go') void navigate({ to: action.to });
    else if (action.kind === 'search') search();
    else openOverlay(action.kind);
  });

  // In the same task as the paint: a key pressed as soon as the page is visible counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const mod = event.ctrlKey || event.metaKey;
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      if (!mod && (isBusy(event) || !readSingleKeys())) return;
      // Not over a dialog, but from a text box as usual.
      if (mod && document.querySelector('[role="dialog"]') !== null) return;
      const read = readKey(pendingKey.current, { key: event.key, mod, at: event.timeStamp });
      pendingKey.current = read.pendingKey;
      if (read.action === null) return;
      event.preventDefault();
      act(read.action);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}

function isBusy({ target }: KeyboardEvent): boolean {
  if (target instanceof Element && target.closest(BUSY) !== null) return true;
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

/** The page's own search if it has one, else the palette. */
function search(): void {
  const box = document.querySelector<HTMLInputElement>('#main input[type="search"]');
  if (box === null) openOverlay('palette');
  else box.focus();
}
