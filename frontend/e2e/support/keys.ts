/** Keyboard steps without a mouse. */
import { expect, type Locator, type Page } from '@playwright/test';

/** More Tab presses than any page may need. */
const MOST = 80;

/** Press Tab until `target` has the focus. The choices of a question are one Tab stop: arrow keys move among them. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await pressUntil(page, 'Tab', target, (element) => {
    const focused = document.activeElement;
    return element === focused || element.closest('[role="toolbar"]')?.contains(focused) === true;
  });
  await tabUntil(page, 'ArrowRight', target);
}

/** Press Tab until `target` has the focus, then Enter. */
export async function enterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Press Tab until the field has the focus, then type. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Press `key` until `target` has the focus. */
async function tabUntil(page: Page, key: string, target: Locator): Promise<void> {
  await pressUntil(page, key, target, (element) => element === document.activeElement);
}

async function pressUntil(
  page: Page,
  key: string,
  target: Locator,
  isReached: (element: Element) => boolean,
): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST; presses += 1) {
    if (await target.evaluate(isReached)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST} presses of ${key} did not lead to ${String(target)}`);
}

/** Count the key presses from now on. Typed text does not count. */
export function countPresses(page: Page): () => number {
  let count = 0;
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = (...keys) => {
    count += 1;
    return press(...keys);
  };
  return () => count;
}
