import { startTransition, useEffect, useState } from 'react';

/**
 * Whether the first page of this document is still being drawn. Then the browser has everything to do at once, and
 * nobody comes back to a place on a page they had left: what is long may be drawn in parts.
 */
let drawing = true;
let drawn: () => void = () => undefined;

/** Resolves when the first page is in the document. */
export const firstPageDrawn = new Promise<void>((resolve) => {
  drawn = resolve;
});

export function isFirstPage(): boolean {
  return drawing;
}

/** Called once it stands. */
export function firstPageStands(): void {
  drawing = false;
}

/**
 * False until the first page may be drawn, then true for good. The router's first word is a synchronous update to
 * React, and the whole page would be one task of it; what waits for this is a transition, drawn in slices.
 */
export function useFirstPage(): boolean {
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
