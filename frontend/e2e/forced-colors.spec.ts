/** With forced colors, as in Windows' contrast themes, what is selected can be read and looks unlike the rest. */
import type { Page } from '@playwright/test';
import { openOptions } from './support/screen';
import { expect, test } from './support/test';

/** What cannot be read, or looks like an unselected neighbor. */
async function findLost(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const background = (element: Element | null): string => {
      for (let at = element; at !== null; at = at.parentElement) {
        const color = getComputedStyle(at).backgroundColor;
        if (!/^rgba.*, 0\)$/.test(color)) return color;
      }
      return 'none';
    };
    const lost: string[] = [];
    const selected = '[aria-pressed="true"], [aria-selected="true"], a[aria-current]';
    for (const element of document.querySelectorAll(selected)) {
      const name = element.textContent.trim();
      for (const text of [element, ...element.querySelectorAll('*')]) {
        const own = [...text.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
        );
        if (own && getComputedStyle(text).color === background(text)) lost.push(`text of ${name}`);
      }
      const others = [...(element.parentElement?.children ?? [])].filter(
        (other) => other.tagName === element.tagName && !other.matches(selected),
      );
      if (others.some((other) => background(other) === background(element))) {
        lost.push(`selection of ${name}`);
      }
    }
    for (const knob of document.querySelectorAll('[role="switch"] > span')) {
      if (background(knob) === background(knob.parentElement)) lost.push('knob of a switch');
    }
    return lost;
  });
}

for (const width of [1280, 390]) {
  test(`selected tabs, choices and switches at ${width} px`, async ({ page, users }) => {
    const user = await users.withPlan(`forced-colors-${width}`, 'premium');
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ forcedColors: 'active' });
    await user.openPage(page, '/profile?tab=notifications');
    await expect(page.getByRole('switch').first()).toBeVisible();
    expect(await findLost(page)).toEqual([]);
    await user.openPage(page, '/reservations/add-reservation');
    await openOptions(page);
    await page.getByRole('button', { name: '2', exact: true }).click();
    expect(await findLost(page)).toEqual([]);
    await user.openPage(page, '/reservations');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findLost(page)).toEqual([]);
  });
}
