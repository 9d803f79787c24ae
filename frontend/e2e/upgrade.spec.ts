/** Pro is bought, and its gates open on the current page without a reload. */
import type { Page } from '@playwright/test';
import { button, lookUp, payAtStripe, toast } from './support/screen';
import { expect, test } from './support/test';

test('by Stripe’s checkout: the gate is gone on the way back', async ({ page, cast, town }) => {
  const newcomer = await cast.newcomer('checkout');
  await newcomer.connectResy();
  const place = town.next({ premium: true });
  await newcomer.enter(page, `/restaurant/${place.id}`);
  await button(page, /^See plans/).click();
  await button(page, 'Upgrade to PRO').click();
  await payAtStripe(page, 'Start trial');
  const loaded = await loadOf(page);
  await expect(page.getByText('You are on Pro.')).toBeVisible();

  await page.getByRole('link', { name: 'Go on with your request' }).click();
  await expect(button(page, `Remove ${place.venue_name}`)).toBeVisible();
  await button(page, /^Release Reservation/).click();
  await expect(page.getByRole('heading', { name: /Release Date and Release Time/ })).toBeVisible();
  expect(await loadOf(page)).toBe(loaded);
});

test('by switching at the gate: it opens under one’s hands', async ({ page, cast, town }) => {
  const diner = await cast.diner('switch', 'standard');
  const place = town.next({ premium: true });
  await diner.enter(page, '/');
  const loaded = await loadOf(page);
  const card = await lookUp(page, place);
  await card.getByRole('button', { name: 'See plans' }).click();
  await button(page, 'Upgrade to PRO').click();
  const dialog = page.getByRole('dialog', { name: 'Switch to Pro?' });
  await expect(dialog).toContainText('nothing is charged today');
  await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(toast(page, 'successfully changed plan')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Reserve' })).toBeVisible();
  await expect(card.getByText('Requires PRO Subscription')).toHaveCount(0);
  expect(await loadOf(page)).toBe(loaded);
});

/** A different number for each load of the page. */
function loadOf(page: Page): Promise<number> {
  return page.evaluate(() => performance.timeOrigin);
}
