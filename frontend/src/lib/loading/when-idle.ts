/** At the latest then: a page that never rests still gets what it waits for. */
const AT_MOST_MS = 3000;

/** Resolves once the browser has nothing to draw; where it cannot tell, at once. For what no first view needs. */
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
