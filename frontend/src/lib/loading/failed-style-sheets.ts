/**
 * Style sheets that did not come. Vite asks for each once, come or not: tried again, its page would stand there without.
 * (A module that did not come is asked for again by the browser.)
 */
const lost: HTMLLinkElement[] = [];
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.push(target);
  },
  // Such an error does not bubble.
  true,
);

/** What was lost since somebody last took it: who tries again renews it first. */
export const takeLostSheets = (): HTMLLinkElement[] => lost.splice(0);

/** Asks for them again; fails when one does not come, and it is lost again. */
export async function renew(sheets: readonly HTMLLinkElement[]): Promise<void> {
  await Promise.all(sheets.map(renewed));
}

function renewed(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = resolve;
    again.onerror = () => {
      // As Vite told it the first time: it may be gone with a deploy (`reload-after-deploy.ts`).
      window.dispatchEvent(new Event('vite:preloadError'));
      reject(new Error(`No style sheet: ${link.href}`));
    };
    link.replaceWith(again);
  });
}
