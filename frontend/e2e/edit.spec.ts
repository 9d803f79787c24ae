/** A request is edited while it is watched: the new version is booked, the old one is not. */
import { dayText, isoDay } from './support/days';
import { summarizeBooking } from './support/inventory';
import { button, chooseDay, ticketOf, visibleText } from './support/screen';
import { expect, test } from './support/test';

test('an edit of day, time and party books only the new version', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const withPlan = await users.withPlan('edit', 'standard');
  const place = restaurants.next();
  const [old, date] = [isoDay(5), isoDay(6)];
  const { group_id } = await withPlan.fileRequest({ place, date: old });
  await withPlan.openPage(page, '/reservations');
  const ticket = ticketOf(page, place);
  await expect(ticket).toContainText('Watching');
  await ticket.getByRole('link', { name: /^Edit/ }).click();

  await expect(page).toHaveURL(new RegExp(`/reservations/edit-reservation/${group_id}$`));
  await expect(page.getByRole('heading', { name: 'Edit Reservation' })).toBeVisible();
  await expect(visibleText(page, '1 of 5 reservation requests used')).toBeVisible();
  await expect(button(page, '2')).toHaveAttribute('aria-pressed', 'true');
  await button(page, '4').click();
  // Standard has one date: the old one is removed before another is chosen.
  await chooseDay(page, old);
  await chooseDay(page, date);
  await button(page, /^Early/).click();
  await button(page, 'Update').click();

  await expect(page).toHaveURL(/\/reservations$/);
  await expect(ticket).toContainText(dayText(date));
  await expect(ticket).toContainText('5:00 – 6:30 PM · for 4');
  await expect(ticket).toContainText('Watching');
  await inventory.take(await inventory.free(place, { date: old, time: '19:30' }));
  await inventory.free(place, { date, time: '18:00', party_size: 4 });
  await expect(ticket).toHaveAttribute('data-status', 'confirmed');
  expect((await inventory.bookingsOf(withPlan.email)).map(summarizeBooking)).toEqual([
    { date, time: '18:00', party_size: 4, status: 'booked' },
  ]);
});
