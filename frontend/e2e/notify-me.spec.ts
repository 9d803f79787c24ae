/**
 * From the landing page to a request that only notifies, without an account and without a plan, at human typing speed:
 * find a restaurant, sign up, confirm the address, and the request is filed. A table opens, and the user is told.
 */
import type { Locator } from '@playwright/test';
import { noViolations } from './support/axe';
import { isoDay } from './support/days';
import { button, findVenueCard, ticketOf } from './support/screen';
import { expect, test } from './support/test';
import { newEmail, newPhone, PASSWORD } from './support/users';

/** Milliseconds for each key. */
const KEY = 80;
const MOST_SECONDS = 60;

test('a newcomer is told of a table a minute after the landing page, without plan and account', async ({
  page,
  context,
  request,
  users,
  inventory,
  restaurants,
}) => {
  const email = newEmail('notify-me');
  const place = restaurants.next();
  const date = isoDay(5);
  const type = (field: Locator, text: string) => field.pressSequentially(text, { delay: KEY });
  const mails = async () =>
    (await request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/The table you want/);
  const startedAt = Date.now();
  const seconds = () => (Date.now() - startedAt) / 1000;

  await test.step('finds a restaurant', async () => {
    const search = page.getByRole('search', { name: 'Your request' });
    await type(search.getByLabel('Restaurant'), place.venue_name);
    await search.getByLabel('Day').fill(date);
    await button(page, 'Find a table').click();
    const card = await findVenueCard(page, place);
    await card.getByRole('link', { name: /^Watch for a table/ }).click();
    await button(page, 'Watch this table').click();
  });

  await test.step('signs up', async () => {
    await type(page.getByLabel('First name'), 'Nora');
    await type(page.getByLabel('Last name'), 'Newcomer');
    await type(page.getByLabel('Email'), email);
    await type(page.getByLabel('Phone', { exact: true }), newPhone());
    await type(page.getByLabel('Password', { exact: true }), PASSWORD);
    await type(page.getByLabel('Repeat password'), PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/connect-accounts/);
    await users.signedUpOn(page, email);
  });

  const confirm = async () => {
    const other = await context.newPage();
    const link = other.getByRole('link', { name: /confirm-email/ });
    await expect(async () => {
      await other.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
      expect(await link.count()).toBe(1);
    }).toPass();
    await link.click();
    await button(other, 'Confirm address').click();
    await expect(other.getByText(`${email} is confirmed.`)).toBeVisible();
    await other.close();
  };

  const ticket = ticketOf(page, place);
  await test.step('files the kept request to be notified only', async () => {
    await expect(page.getByText(/Prefer to book it yourself/)).toContainText(place.venue_name);
    await button(page, 'Notify me').click();
    await expect(page).toHaveURL(/\/reservations$/);
    await expect(ticket).toContainText('Confirm your email');
    const filed = seconds();
    await confirm();
    await expect(ticket).not.toContainText('Confirm your email');
    const watched = seconds();
    console.log(
      `filed ${filed.toFixed(1)} s after the landing page, confirmed after ${watched.toFixed(1)} s`,
    );
    test.info().annotations.push({ type: 'landing to filed', description: `${filed} s` });
    expect(filed).toBeLessThanOrEqual(MOST_SECONDS);
    expect(watched).toBeLessThanOrEqual(MOST_SECONDS);
    await noViolations(page);
  });

  await test.step('is told when a table opens', async () => {
    // A restaurant's first watcher is a new process.
    await expect(ticket).toContainText('Watching');
    await inventory.free(place, { date, time: '19:30' });
    await expect(ticket).toContainText('Table open');
    const freedAt = Date.now();
    await expect.poll(mails, { intervals: [100] }).toContain('Table open');
    console.log(`mail ${((Date.now() - freedAt) / 1000).toFixed(1)} s after the page`);
    expect(await inventory.bookingsOf(email)).toEqual([]);
  });
});
