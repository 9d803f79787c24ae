/**
 * Loads code that a page can do without for now. What fails because there is no network is tried again as soon as there
 * is one, and `onWait` hears of it: a page that stands must not give way to an error because of a part that has not
 * come yet. Another failure is the caller's.
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
