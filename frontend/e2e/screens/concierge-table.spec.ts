/** The table in a real browser: scrolling, the keyboard, and what needs a layout. */
import { expect, test } from '@playwright/test';
import { aConcierge } from '../../src/testing/clients';
import { aRequestTable, tableHandlers } from '../../src/testing/concierge-table';
import { open, prepare } from './api';
import { as } from './states/common';

test.beforeEach(async ({ page }) => {
  await prepare(page, { overrides: [as(aConcierge()), ...tableHandlers(aRequestTable(2000))] });
  await open(page, '/reservations');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2001');
});

test('two thousand rows need a few hundred nodes, at the top and in the middle', async ({
  page,
}) => {
  const nodes = () => page.evaluate(() => document.body.querySelectorAll('*').length);
  expect(await nodes()).toBeLessThanOrEqual(600);
  await page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight / 2);
  });
  await expect(page.getByRole('row').nth(5)).toBeInViewport();
  expect(await nodes()).toBeLessThanOrEqual(600);
});

test('the first selection moves no row', async ({ page }) => {
  const row = page.locator('[role="row"][data-group-id]').nth(3);
  // In the document: a click may scroll its target into view.
  const place = () =>
    row.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y + scrollY, width, height];
    });
  const before = await place();
  await row.getByRole('checkbox').click();
  await expect(page.getByText('1 selected')).toBeVisible();
  expect(await place()).toEqual(before);
});

test('the keyboard moves between rows, selects a range, and opens and closes a timeline', async ({
  page,
}) => {
  await page.keyboard.press('j');
  const rows = page.locator('[role="row"][data-group-id]');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('x');
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('Shift+J');
  await expect(page.getByText('31 selected')).toBeVisible();
  const current = page.locator('[aria-rowindex="32"]');
  await expect(current).toBeFocused();
  await expect(current).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('End');
  await expect(page.locator('[aria-rowindex="2001"]')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('[role="grid"] :focus')).toHaveCount(0);
});
