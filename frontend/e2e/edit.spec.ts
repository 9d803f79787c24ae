/** A request is edited while it is watched: the new version is booked, the old one is not. */
import { dayText, isoDay } from './support/days';
import { brief } from './support/inventory';
import { button, chooseDay, ticketOf, words } from './support/screen';
import { expect, test } from './support/test';

test('another day, time and party, and only the new version is booked', async ({
  page,
  cast,
  inventory,
  town,
}) => {
  const diner = await cast.diner('edit', 'standard');
  const place = town.next();
  const [old, date] = [isoDay(5), isoDay(6)];
  const { group_id } = await diner.file({ place, date: old });
  await diner.enter(page, '/reservations');
  const ticket = ticketOf(page, place);
  await expect(ticket).toContainText('Watching');
  await ticket.getByRole('link', { name: /^Edit/ }).click();

  await expect(page).toHaveURL(new RegExp(`/reservations/edit-reservation/${group_id}$`));
  await expect(page.getByRole('heading', { name: 'Edit Reservation' })).toBeVisible();
  await expect(words(page, '1 of 5 reservation requests used')).toBeVisible();
  await expect(button(page, '2')).toHaveAttribute('aria-pressed', 'true');
  await button(page, '4').click();
  // Standard has one date: the old one is removed before another is chosen.
  await chooseDay(page, old);
  await chooseDay(page, date);
  await button(page, /^Early/).click();
  await button(page, 'Update').click();

  await expect(page).toHaveURL(/\/reservations$/);
  await expect(ticket).toContainText(dayText(date));
  await expect(ticket).toContainText('17:00–18:30 · for 4');
  await expect(ticket).toContainText('Watching');
  await inventory.take(await inventory.free(place, { date: old, time: '19:30' }));
  await inventory.free(place, { date, time: '18:00', party_size: 4 });
  await expect(ticket).toHaveAttribute('data-status', 'confirmed');
  expect((await inventory.bookingsOf(diner.email)).map(brief)).toEqual([
    { date, time: '18:00', party_size: 4, status: 'booked' },
  ]);
});
