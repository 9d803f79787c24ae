import { useEffect, useRef } from 'react';

/** A search that Enter has sent; each press is a new one. */
export type Entered = { text: string };

/**
 * Moves the focus from the search to the first result after Enter, once the results of its text are there. Does nothing
 * if there are none or the focus has gone on meanwhile.
 */
export function useFirstResult(
  entered: Entered | null,
  { query = '', isReady }: { query: string | undefined; isReady: boolean },
) {
  const list = useRef<HTMLDivElement>(null);
  const done = useRef<Entered>(null);
  const isFound = entered !== null && entered.text.trim() === query.trim() && isReady;
  useEffect(() => {
    if (!isFound || done.current === entered) return;
    done.current = entered;
    if (document.activeElement?.matches('input[type="search"]') !== true) return;
    list.current?.querySelector<HTMLElement>('h3 a')?.focus();
  }, [isFound, entered]);
  return list;
}
