/**
 * A new user's way through every real component, wide and at 390 px: find a restaurant, sign up, connect, choose,
 * start the free trial on Stripe's page, file a request; a table opens at the platform and the page shows it booked.
 */
import { noViolations } from './support/axe';
import { dayText, isoDay } from './support/days';
import { summarizeBooking } from './support/inventory';
import { newEmail, newPhone, PASSWORD, RESY_PASSWORD } from './support/users';
import { button, findVenueCard, payAtStripe, reserve, ticketOf, toast } from './support/screen';
import { expect, test } from './support/test';

test('from sign-up to the first table', async ({ page, users, inventory, restaurants }) => {
  // At 1280, screens/matrix.spec.ts checks the same screens in each `make test`; the landing page is not among them.
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1280;
  const email = newEmail('newcomer');
  const place = restaurants.next();
  const date = isoDay(5);

  await test.step('finds a restaurant without signing in', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/The table you want/);
    // The script and the style sheet are part of the HTML, and the content security policy allows both.
    await expect(page.locator('link[rel=stylesheet], script[src]')).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('data-theme', /light|dark/);
    await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await noViolations(page);
    const request = page.getByRole('search', { name: 'Your request' });
    await request.getByLabel('Restaurant').fill(place.venue_name);
    await request.getByLabel('Day').fill(date);
    await button(page, 'Find a table').click();
    const card = await findVenueCard(page, place);
    await noViolations(page);
    await card.getByRole('link', { name: /^Watch for a table/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(place.venue_name);
    await noViolations(page);
    await button(page, 'Watch this table').click();
  });

  await test.step('signs up', async () => {
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('Newcomer');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Phone', { exact: true }).fill(newPhone());
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/connect-accounts/);
    await users.signedUpOn(page, email);
  });

  await test.step('connects Resy at the second attempt', async () => {
    await page.getByLabel('Resy email').fill(email);
    await page.getByLabel('Resy password').fill('not the password');
    await button(page, 'Connect').click();
    await expect(page.getByText('Email and password do not match')).toBeVisible();
    await button(page, 'Try Again').click();
    await page.getByLabel('Resy email').fill(email);
    await page.getByLabel('Resy password').fill(RESY_PASSWORD);
    await button(page, 'Connect').click();
    await expect(page.getByText('Your Resy account successfully connected.')).toBeVisible();
    if (isNarrow) await noViolations(page);
    await page.getByRole('link', { name: 'Continue' }).click();
  });

  await test.step('chooses a plan and starts the free trial', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a plan');
    if (isNarrow) await noViolations(page);
    await page
      .getByRole('article', { name: 'Standard' })
      .getByRole('button', { name: 'Start Free Trial' })
      .click();
    await expect(page.getByRole('heading', { name: '10 days free' })).toBeVisible();
    await payAtStripe(page, 'Start trial');
    await expect(toast(page, 'Your Standard trial has started.')).toBeVisible();
  });

  await test.step('files a cancel request and sees it booked without a reload', async () => {
    // The form has the restaurant and the day that were chosen before the sign-up.
    await expect(page.getByRole('main').getByText(place.venue_name).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Day: / })).toContainText(
      dayText(date).slice(dayText(date).indexOf(',')),
    );
    await reserve(page);
    const ticket = ticketOf(page, place);
    await expect(ticket).toContainText('Watching');
    if (isNarrow) await noViolations(page);

    await inventory.free(place, { date, time: '19:30' });
    await expect(ticket).toHaveAttribute('data-status', 'confirmed');
    await expect(ticket).toContainText(/7:30 PM.* · for 2/);
    expect((await inventory.bookingsOf(email)).map(summarizeBooking)).toEqual([
      { date, time: '19:30', party_size: 2, status: 'booked' },
    ]);
  });

  await test.step('reads the timeline', async () => {
    const ticket = ticketOf(page, place);
    await expect(ticket).toContainText(dayText(date));
    await ticket.getByRole('link', { name: place.venue_name, exact: true }).click();
    await expect(page.getByText('request filed', { exact: true })).toBeVisible();
    await expect(page.getByText(/^booked · 7:30 PM/)).toBeVisible();
    if (isNarrow) await noViolations(page);
  });
});
