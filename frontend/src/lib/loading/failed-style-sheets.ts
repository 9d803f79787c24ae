/**
 * Style sheets that failed to load. Vite requests each one once, loaded or not, so a second attempt would show its
 * page without styles. (The browser itself requests a failed module again.)
 */
const failed: HTMLLinkElement[] = [];
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.push(target);
  },
  // Such an error does not bubble.
  true,
);

/** Return the style sheets that failed since the last call; a second attempt reloads them first. */
export const takeFailedStyleSheets = (): HTMLLinkElement[] => failed.splice(0);

/** Load them again. Rejects, and records the failure, if one fails again. */
export async function reloadStyleSheets(sheets: readonly HTMLLinkElement[]): Promise<void> {
  await Promise.all(sheets.map(reload));
}

function reload(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = resolve;
    again.onerror = () => {
      // As Vite reports the first failure: the file may be gone after a deploy (`boot/reload-after-deploy.ts`).
      window.dispatchEvent(new Event('vite:preloadError'));
      reject(new Error(`No style sheet: ${link.href}`));
    };
    link.replaceWith(again);
  });
}
