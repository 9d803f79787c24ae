import { startTransition, useEffect, useState } from 'react';
import { isFirstPage } from './first-page';

/** A row or two on a phone: more would keep it from answering a press. */
const STEP = 4;

/**
 * How many of `count` parts of a list are to be drawn by now. A list that comes later than its page, and that of the
 * first page, is drawn from its top, a few parts at a time, and what is drawn is seen and can be pressed; without a
 * count none is. What is there when its page is opened is drawn at once, so that the place one left is there too, and
 * so is what is added to a list that stands.
 */
export function useDrawn(count: number | undefined, step = STEP): number {
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
