import { startTransition, useEffect, useState } from 'react';

/**
 * Whether the first page of this document is still rendering. The browser is busiest then, and no scroll position is
 * restored, so long lists may render in steps.
 */
let drawing = true;
let drawn: () => void = () => undefined;

/** Resolves when the first page is in the document. */
export const firstPageRendered = new Promise<void>((resolve) => {
  drawn = resolve;
});

export function isFirstPage(): boolean {
  return drawing;
}

/** Called after the first page is rendered. */
export function endFirstPage(): void {
  drawing = false;
}

/**
 * False until the first page may render, then true. The router's first update reaches React synchronously, and the
 * whole page would be one task of it; what waits for this flag renders as a transition, in slices.
 */
export function useFirstPageReady(): boolean {
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (begun) drawn();
    else
      startTransition(() => {
        setBegun(true);
      });
  }, [begun]);
  return begun;
}
