/** A better table for the same evening: the old booking is canceled only after the new one is made. */
import { isoDay } from './support/days';
import { button, fillRequest, reserve, ticketOf } from './support/screen';
import { expect, test } from './support/test';

test('an override replaces the old booking, and both tickets say so', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const withPlan = await users.withPlan('override', 'premium');
  const [held, better] = [restaurants.next(), restaurants.next()];
  const date = isoDay(6);
  const { group_id } = await withPlan.fileRequest({ place: held, date });
  await inventory.free(held, { date, time: '19:00' });
  await expect.poll(async () => (await withPlan.group(group_id)).status).toBe('confirmed');

  await withPlan.openPage(page, `/restaurant/${better.id}`);
  await button(page, /^Reserve/).click();
  await fillRequest(page, { date });
  await button(page, 'Reserve').click();
  await expect(page.getByText(/already/).first()).toBeVisible();
  await page.getByRole('switch', { name: /^Override Current Reservation/ }).click();
  await expect(page.getByRole('switch', { name: /^Override/ })).toBeChecked();
  await reserve(page);

  const ticket = ticketOf(page, better);
  await expect(ticket).toContainText('Watching');
  expect((await inventory.bookingsOf(withPlan.email)).map(({ status }) => status)).toEqual([
    'booked',
  ]);
  await inventory.free(better, { date, time: '20:00' });
  await expect(ticket).toHaveAttribute('data-status', 'confirmed');
  const old = ticketOf(page, held);
  await expect(old).toHaveAttribute('data-status', 'canceled');
  await expect(old).toContainText('Replaced by a better table you asked for.');
  expect(
    (await inventory.bookingsOf(withPlan.email)).map(({ venue_id, status }) => ({
      venue_id,
      status,
    })),
  ).toEqual([
    { venue_id: held.venue_id, status: 'cancelled' },
    { venue_id: better.venue_id, status: 'booked' },
  ]);
});
