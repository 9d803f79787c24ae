/**
 * An unconfirmed newcomer: the set-up and the request form say what is missing, a table is booked meanwhile, and its mail
 * is sent when the address is confirmed in another tab.
 */
import { noViolations } from './support/axe';
import { isoDay } from './support/days';
import { button, fillRequest, findVenueCard, reserve, ticketOf } from './support/screen';
import { expect, test } from './support/test';

/** From the confirmation to the mail. */
const MOST_SECONDS = 10;

test('a table booked before the confirmation is mailed after it', async ({
  page,
  context,
  request,
  users,
  inventory,
  restaurants,
}) => {
  const newcomer = await users.withPlan('unconfirmed', 'standard');
  const place = restaurants.next();
  const date = isoDay(5);
  const mails = async () => {
    const to = encodeURIComponent(newcomer.email);
    return (await request.get(`/dev/mailbox?to=${to}`)).text();
  };
  // The steps are for users who signed up in this browser.
  const { id } = await newcomer.me();
  await page.addInitScript((key) => {
    localStorage.setItem(key, 'open');
  }, `start:${id}`);

  await test.step('the set-up says what follows until the address is confirmed', async () => {
    await newcomer.openPage(page, '/');
    const steps = page.getByRole('navigation', { name: 'Getting started' });
    await expect(steps).toContainText('Step 4 of 4');
    await expect(steps).toContainText('Confirm your email');
    await expect(page.getByText(/not even that a table is booked/)).toBeVisible();
    await noViolations(page);
  });

  await test.step('the form says it beside the button, and files', async () => {
    const card = await findVenueCard(page, place);
    await card.getByRole('button', { name: 'Reserve' }).click();
    await fillRequest(page, { date });
    const note = page.getByText(/^Until your email is confirmed, only Tablehawk/);
    await expect(note.filter({ visible: true })).toBeVisible();
    await noViolations(page);
    await reserve(page);
    await inventory.free(place, { date, time: '19:30' });
    await expect(ticketOf(page, place)).toHaveAttribute('data-status', 'confirmed');
    expect(await mails()).not.toContain('Booked:');
  });

  await test.step('the confirmation in another tab sends the mail and ends the line here', async () => {
    await page.goto('/profile?tab=notifications');
    await expect(page.getByRole('switch', { name: 'Email' })).toHaveAccessibleDescription(
      /^This waits for your confirmation/,
    );
    const other = await context.newPage();
    const link = other.getByRole('link', { name: /confirm-email/ });
    await expect(async () => {
      await other.goto(`/dev/mailbox?to=${encodeURIComponent(newcomer.email)}`);
      expect(await link.count()).toBe(1);
    }).toPass();
    await link.click();
    await button(other, 'Confirm address').click();
    await expect(other.getByText(`${newcomer.email} is confirmed.`)).toBeVisible();
    const confirmedAt = Date.now();
    await expect.poll(mails, { intervals: [100] }).toContain('Booked:');
    const seconds = (Date.now() - confirmedAt) / 1000;
    console.log(`mail of the booked table ${seconds.toFixed(1)} s after the confirmation`);
    test.info().annotations.push({ type: 'mail after confirmation', description: `${seconds} s` });
    expect(seconds).toBeLessThanOrEqual(MOST_SECONDS);
    await expect(page.getByText(/^This waits for your confirmation/)).toBeHidden();
  });
});
