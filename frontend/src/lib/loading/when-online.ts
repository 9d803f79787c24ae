/**
 * Load code that a page can do without for now. A failure without a network is retried when the network returns, and
 * `onWait` is called: the page must not be replaced by an error because of a part. Other failures are thrown.
 */
export async function whenOnline<T>(load: () => Promise<T>, onWait?: () => void): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      onWait?.();
      await new Promise((resolve) => {
        window.addEventListener('online', resolve, { once: true });
      });
    }
  }
}
