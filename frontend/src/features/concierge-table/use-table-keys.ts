import { useEffect, useEffectEvent } from 'react';

export type TableKey =
  'down' | 'up' | 'first' | 'last' | 'toggle' | 'all' | 'open' | 'again' | 'clear' | 'search';

const KEYS: Record<string, TableKey> = {
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
  s: 'again',
  Escape: 'clear',
  '/': 'search',
};
/** These also work from the title, where a navigation puts the focus; the others belong to the focused element. */
const FROM_TITLE: ReadonlySet<string> = new Set(['j', 'k', 's', '/']);

/**
 * The table's keys: while a row has the focus, and a few while nothing has it. Letters typed into a field and
 * combinations with Ctrl, Alt or Cmd are ignored.
 */
export function useTableKeys(onKey: (key: TableKey, extend: boolean) => void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const key = KEYS[name];
    if (key === undefined || !(event.target instanceof Element)) return;
    // The head's links and checkbox have keys of their own.
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
