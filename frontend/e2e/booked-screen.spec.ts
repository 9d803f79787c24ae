/** A table that is booked while the page is open: its ticket takes the screen, once, and only in one tab. */
import { isoDay } from './support/days';
import { ticketOf } from './support/screen';
import { expect, test } from './support/test';

test.use({ takesScreen: true });

test('the ticket of a booked table takes the screen once', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const user = await users.withPlan('moment', 'standard');
  const place = restaurants.next();
  await user.fileRequest({ place, date: isoDay(6) });
  await user.openPage(page, '/reservations');
  await expect(ticketOf(page, place)).toContainText('last looked');
  await inventory.free(place, { date: isoDay(6), time: '19:30' });

  const booked = page.getByRole('dialog', { name: `Booked: ${place.venue_name}` });
  await expect(booked).toBeVisible();
  await expect(booked.getByRole('link', { name: /^Directions/ })).toBeVisible();
  await expect(booked.getByRole('button', { name: /^Share with guests/ })).toBeVisible();
  // The ticket on the screen says what a toast would say.
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const stamp = await booked.locator('.stamp').boundingBox();
  const words = await booked.locator('.booked-screen-order dd').last().boundingBox();
  if (stamp === null || words === null) throw new Error('no stamp below the order');
  expect(stamp.y, 'the stamp covers no words').toBeGreaterThanOrEqual(words.y + words.height);
  await page.keyboard.press('Escape');
  await expect(booked).toHaveCount(0);

  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto('/reservations');
    await expect(ticketOf(tab, place)).toBeVisible();
    await expect(tab.getByRole('button', { name: /^Notifications, / })).toBeVisible();
    await tab.waitForTimeout(2000);
    await expect(tab.getByRole('dialog')).toHaveCount(0);
  }
});
