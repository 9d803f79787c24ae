/** Upper limit for a page that is never idle. */
const AT_MOST_MS = 3000;

/** Resolve when the browser is idle, or at once if it does not report that. For work that no first view needs. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (!('requestIdleCallback' in window)) {
      resolve();
      return;
    }
    window.requestIdleCallback(
      () => {
        resolve();
      },
      { timeout: AT_MOST_MS },
    );
  });
}
