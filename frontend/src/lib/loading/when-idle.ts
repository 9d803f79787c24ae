import { afterFrame } from '../after-frame';

/** Upper limit for a page that is never idle. */
const AT_MOST_MS = 3000;

/**
 * Resolve when the browser is idle and what was rendered is painted, or at once if it does not report that it is idle.
 * For work that no first view needs.
 */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (!('requestIdleCallback' in window)) {
      resolve();
      return;
    }
    window.requestIdleCallback(
      () => {
        // A browser is idle between rendering a view and painting it.
        afterFrame(resolve);
      },
      { timeout: AT_MOST_MS },
    );
  });
}
