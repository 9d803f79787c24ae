/** A concierge files for a new client with a card, then edits the request by the card's mask; the book has the client. */
import { expect, test, type Page } from '@playwright/test';

const CARD = '4242424242424242';

const shown = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).and(page.locator(':visible'));

test('a new client with a card: filed for, edited with the mask, kept in the book', async ({
  page,
}) => {
  const last = `Hopper ${Date.now().toString(36)}`;
  await page.goto('/login');
  await page.getByLabel('Email').fill('concierge@tablehawk.test');
  await page.getByLabel('Password', { exact: true }).fill('Table4two!');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/reservations/);

  await page.goto('/reservations/add-reservation');
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await page
    .getByRole('button', { name: /Resy · .*Connected/ })
    .first()
    .click();
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('Email').fill(`grace-${Date.now().toString(36)}@clients.tablehawk.test`);
  await page.getByLabel('Zip code').fill('10012');
  await page.getByRole('textbox', { name: 'Phone' }).fill('2125550123');
  await page.getByLabel('Keep this client in my book').check();
  await page.getByLabel('Card number').fill(CARD);
  await page.getByLabel('CVV').fill('7319');
  await page.getByLabel('Expiry month').selectOption('07');
  await page.getByLabel('Expiry year').selectOption({ index: 3 });
  await shown(page, 'Continue').click();

  await page.getByRole('button', { name: 'Add Restaurant' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button')
    .filter({ hasText: 'Resy' })
    .filter({ hasNotText: 'PRO' })
    .first()
    .click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await shown(page, '2').click();
  await page.getByRole('button', { name: /next month/i }).click();
  await page.locator('.cal-day button:enabled').nth(10).click();
  await page.getByRole('button', { name: /^Prime/ }).click();
  await shown(page, 'Reserve').click();
  await expect(page).toHaveURL(/\/reservations$/);
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(kept).not.toMatch(/4242|7319|Hopper/);

  await page.getByRole('link', { name: /^Edit/ }).first().click();
  await expect(page.getByRole('heading', { name: 'Edit Reservation' })).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue(last);
  await expect(page.getByLabel('Card number')).toHaveValue('•••• 4242');
  await shown(page, 'Continue').click();
  await shown(page, '4').click();
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
  await shown(page, 'Update').click();
  expect(await (await answer).json()).toMatchObject({
    group: { party_size: 4, client: { last_name: last, cc_number: '•••• 4242' } },
  });
  await expect(page).toHaveURL(/\/reservations$/);
  await expect(page.getByText('for 4').first()).toBeVisible();

  await page.goto('/reservations/add-reservation');
  await page.getByRole('button', { name: /^Client book/ }).click();
  await page.getByPlaceholder('Search by name, email or phone').fill(last);
  await page.getByRole('option', { name: new RegExp(last) }).click();
  await expect(page.getByLabel('Last name')).toHaveValue(last);
});
