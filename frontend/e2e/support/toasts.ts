/** What the toasts of a page cover. */
import { expect, type Page } from '@playwright/test';

/** The controls that a click through a toast would reach; null if there is no toast. */
function coveredControls(page: Page): Promise<string[] | null> {
  return page.evaluate(() => {
    const controls =
      'a[href], button, input, select, textarea, label, summary, [role="option"], [role="menuitem"]';
    const toasts = [...document.querySelectorAll('.toast')];
    const covered = new Set<Element>();
    for (const toast of toasts) {
      const { left, top, right, bottom } = toast.getBoundingClientRect();
      for (let y = top; y <= bottom; y += 4) {
        for (let x = left; x <= right; x += 8) {
          const below = document.elementsFromPoint(x, y).find((one) => !one.closest('.toasts'));
          const control = below?.closest(controls);
          if (control) covered.add(control);
        }
      }
    }
    if (toasts.length === 0) return null;
    return [...covered].map((control) => control.outerHTML.slice(0, 120));
  });
}

/** No control is below a toast. Toasts find another place within a moment after the page has changed. */
export async function expectNothingCovered(page: Page): Promise<void> {
  await expect.poll(async () => (await coveredControls(page)) ?? []).toEqual([]);
}

/** The same, and there is a toast. The poll ends long before a toast does. */
export async function expectToastBeside(page: Page): Promise<void> {
  await expect(page.locator('.toast').first()).toBeVisible();
  await expect
    .poll(() => coveredControls(page), { message: 'controls below a toast', timeout: 4000 })
    .toEqual([]);
}
