import { startTransition, useEffect, useState } from 'react';
import { isFirstPage } from './first-page';

/** One or two rows on a phone: more would delay the answer to a click. */
const STEP = 4;

/**
 * How many of `count` items of a list to render now. A list that arrives later than its page, and every list of the
 * first page, grows from its top by `step` items, so the page reacts in between. A list that is there when its page
 * opens renders at once, so its scroll position exists; so do items added later. Zero while `count` is undefined.
 */
export function useRenderedCount(count: number | undefined, step = STEP): number {
  const [drawn, setDrawn] = useState(count === undefined || isFirstPage() ? 0 : Infinity);
  if (count === undefined && drawn !== 0) setDrawn(0);
  useEffect(() => {
    if (count === undefined || drawn === Infinity) return;
    const next = drawn + step;
    startTransition(() => {
      setDrawn(next < count ? next : Infinity);
    });
  }, [count, drawn, step]);
  return count === undefined ? 0 : Math.min(drawn, count);
}
