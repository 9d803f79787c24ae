/** Keyboard steps without a mouse. */
import { expect, type Locator, type Page } from '@playwright/test';

/** More Tab presses than any page may need. */
const MOST = 80;

/** Press Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await tabUntil(page, 'Tab', target);
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

export async function tabUntil(page: Page, key: string, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST} presses of ${key} did not lead to ${String(target)}`);
}
