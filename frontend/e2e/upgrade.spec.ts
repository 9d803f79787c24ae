/** Pro is bought, and its gates open on the current page without a reload. */
import type { Page } from '@playwright/test';
import { button, findVenueCard, openOptions, payAtStripe, toast } from './support/screen';
import { expect, test } from './support/test';

test('by Stripe’s checkout: the gate is open on the return', async ({
  page,
  users,
  restaurants,
}) => {
  const signUp = await users.signUp('checkout');
  await signUp.connectResy();
  const place = restaurants.next({ premium: true });
  await signUp.openPage(page, `/restaurant/${place.id}`);
  await button(page, /^Reserve/).click();
  await button(page, 'Upgrade to PRO').click();
  await payAtStripe(page, 'Start trial');
  const loaded = await loadOf(page);
  await expect(toast(page, 'Your Pro trial has started.')).toBeVisible();
  await expect(button(page, `Restaurant: ${place.venue_name}`)).toBeVisible();
  await openOptions(page);
  await button(page, /^Release Reservation/).click();
  await expect(page.getByRole('heading', { name: /Release Date and Release Time/ })).toBeVisible();
  expect(await loadOf(page)).toBe(loaded);
});

test('by switching at the gate: it opens on the same page', async ({
  page,
  users,
  restaurants,
}) => {
  const withPlan = await users.withPlan('switch', 'standard');
  const place = restaurants.next({ premium: true });
  await withPlan.openPage(page, '/');
  const loaded = await loadOf(page);
  const card = await findVenueCard(page, place);
  await card.getByRole('button', { name: 'Reserve' }).click();
  await button(page, 'Upgrade to PRO').click();
  const dialog = page.getByRole('dialog', { name: 'Switch to Pro?' });
  await expect(dialog).toContainText('we charge nothing today');
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
