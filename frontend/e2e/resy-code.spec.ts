/** Resy without a password: a code, the email address that Resy asks for after it, then a table booked there. */
import { isoDay } from './support/days';
import { newEmail, newPhone, RESY_CODE } from './support/users';
import { ticketOf, toast } from './support/screen';
import { expect, test } from './support/test';

test('connects a Resy account without a password, and books there', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const withPlan = await users.signUp('resy-code');
  await withPlan.subscribe('standard');
  await withPlan.openPage(page, '/connect-accounts');
  const card = page.getByRole('region', { name: 'Resy' });
  const connect = card.getByRole('button', { name: 'Connect', exact: true });
  const code = card.getByLabel('Code', { exact: true });

  await card.getByRole('button', { name: 'Sign in with a code' }).click();
  await card.getByRole('textbox', { name: 'Phone' }).fill(newPhone());
  await card.getByRole('button', { name: 'Send code' }).click();
  await code.fill('000000');
  await connect.click();
  await expect(card.getByText('This code is wrong. You have 4 tries left.')).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(RESY_CODE);
  await connect.click();

  await expect(card.getByText('Resy accepted the code and asks for one more thing.')).toBeVisible();
  await card.getByLabel('Resy email').fill(newEmail('diner'));
  await connect.click();
  await expect(card.getByText('Your Resy account successfully connected.')).toBeVisible();
  await expect(toast(page, 'Successfully connected')).toBeVisible();

  const place = restaurants.next({ source: 'resy' });
  const date = isoDay(6);
  await withPlan.fileRequest({ place, date });
  await page.goto('/reservations');
  await expect(ticketOf(page, place)).toContainText('Watching');
  await inventory.free(place, { date, time: '19:30' });
  await expect(ticketOf(page, place)).toHaveAttribute('data-status', 'confirmed');
});
