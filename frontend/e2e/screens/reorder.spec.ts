/** The user changes the order of restaurants and dates by dragging their handles with the pointer. */
import { expect, test } from '@playwright/test';
import { open, prepare } from './api';
import { stateNamed } from './matrix';

test('a date is dragged to the first place', async ({ page }) => {
  const state = stateNamed('form-one-table');
  await prepare(page, state);
  await open(page, state.path);
  await state.act?.(page);
  const rows = page.getByRole('list', { name: /^Your order of dates/ }).getByRole('listitem');
  const last = await rows.nth(2).locator('.ranked-content').textContent();
  const from = await rows.nth(2).locator('.ranked-handle').boundingBox();
  const to = await rows.nth(0).locator('.ranked-handle').boundingBox();
  if (from === null || to === null) throw new Error('A handle is not on the screen.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 4, { steps: 8 });
  await page.mouse.up();
  await expect(rows.nth(0).locator('.ranked-content')).toHaveText(last ?? '');
  await expect(page.getByText(`${last ?? ''} is now 1 of 3.`)).toBeAttached();
});
