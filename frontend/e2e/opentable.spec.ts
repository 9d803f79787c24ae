/** OpenTable by phone and code: a wrong code, a second one by the link, then a table booked there. */
import { isoDay } from './support/days';
import { newPhone, OPENTABLE_CODE } from './support/users';
import { ticketOf, toast } from './support/screen';
import { expect, test } from './support/test';

test('connects with a wrong code first and a resent one after, and books there', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const withPlan = await users.signUp('opentable');
  await withPlan.subscribe('standard');
  const phone = newPhone();
  await page.clock.install();
  await withPlan.openPage(page, '/connect-accounts');
  const card = page.getByRole('region', { name: 'OpenTable' });
  const connect = card.getByRole('button', { name: 'Connect', exact: true });

  await expect(
    card.getByText('OpenTable will send a message with a code to this phone.'),
  ).toBeVisible();
  await card.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await card.getByRole('button', { name: 'Send code' }).click();
  await card.getByLabel('Code', { exact: true }).fill('000000');
  await connect.click();
  await expect(card.getByRole('alert')).toContainText('Wrong code');
  await card.getByRole('button', { name: 'Try Again' }).click();
  await expect(card.getByRole('textbox', { name: 'Phone' })).toHaveValue('');

  await card.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await card.getByRole('button', { name: 'Send code' }).click();
  await expect(
    card.getByText("If you haven't received a code for more than a minute press the link below."),
  ).toBeVisible();
  await expect(card.getByRole('button', { name: 'Resend Code' })).toHaveCount(0);
  await page.clock.fastForward('01:01');
  const resent = page.waitForResponse(/phone_login/);
  await card.getByRole('button', { name: 'Resend Code' }).click();
  expect((await resent).ok()).toBe(true);
  await expect(card.getByText(/^Resend Code in/)).toBeVisible();
  await card.getByLabel('Code', { exact: true }).fill(OPENTABLE_CODE);
  await connect.click();
  await expect(card.getByText('Your OpenTable account successfully connected.')).toBeVisible();
  await expect(toast(page, 'Successfully connected')).toBeVisible();

  const place = restaurants.next({ source: 'opentable' });
  const date = isoDay(6);
  await withPlan.fileRequest({ place, date });
  await page.goto('/reservations');
  await expect(ticketOf(page, place)).toContainText('Watching');
  await inventory.free(place, { date, time: '19:30' });
  await expect(ticketOf(page, place)).toHaveAttribute('data-status', 'confirmed');
  await ticketOf(page, place)
    .getByRole('button', { name: /^Timeline/ })
    .click();
  await expect(page.getByRole('complementary', { name: 'Timeline' })).toContainText(
    'AccountOpenTable',
  );

  await page.goto('/connect-accounts');
  await card.getByRole('button', { name: /^Disconnect/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(toast(page, 'Successfully disconnected')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Send code' })).toBeVisible();
});
