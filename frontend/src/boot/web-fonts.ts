/**
 * The web fonts of a browser that has not loaded them before. Among the restaurants, local fonts of the same
 * advance width stand in until the first view is rendered (`data-before-paint`, set by
 * `public/assets/first-paint.js`), so that 85 kB of fonts do not delay it. Later visits find the fonts in the browser's
 * cache and use them from the first paint.
 */

/** `first-paint.js` reads it. */
const KEY = 'fonts';

/** Apply the web fonts, which makes the browser request them, and remember that it has them once they have arrived. */
export async function applyWebFonts(): Promise<void> {
  delete document.documentElement.dataset.beforePaint;
  await document.fonts.ready;
  try {
    localStorage.setItem(KEY, 'loaded');
  } catch {
    // Storage may be blocked: then each visit begins with the local fonts.
  }
}
