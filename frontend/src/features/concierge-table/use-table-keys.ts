import { useEffect, useEffectEvent } from 'react';

export type DeskKey =
  'down' | 'up' | 'first' | 'last' | 'toggle' | 'all' | 'open' | 'clear' | 'search';

const KEYS: Record<string, DeskKey> = {
  j: 'down',
  ArrowDown: 'down',
  k: 'up',
  ArrowUp: 'up',
  Home: 'first',
  End: 'last',
  x: 'toggle',
  ' ': 'toggle',
  a: 'all',
  Enter: 'open',
  Escape: 'clear',
  '/': 'search',
};
/** These work from the title too, where a navigation leaves the focus; the others belong to the focused element. */
const FROM_TITLE: ReadonlySet<string> = new Set(['j', 'k', '/']);

/**
 * The table's keys: while a row has the focus, and a few while nothing but the page has it. Letters typed into a
 * field, and keys held with Ctrl, Alt or Cmd, are none of them.
 */
export function useDeskKeys(onKey: (key: DeskKey, extend: boolean) => void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const key = KEYS[name];
    if (key === undefined || !(event.target instanceof Element)) return;
    // The head's links and box have keys of their own.
    const isInRow = event.target.closest('[data-group-id]') !== null;
    if (!isInRow && !(FROM_TITLE.has(name) && event.target.matches('body, h1'))) return;
    event.preventDefault();
    onKey(key, event.shiftKey);
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
