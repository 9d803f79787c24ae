/** A request with two times of day does not book a table between them, and books one within the second time. */
import { isoDay } from './support/days';
import { summarizeBooking } from './support/inventory';
import { button, fillRequest, reserve, ticketOf } from './support/screen';
import { expect, test } from './support/test';

test('a table between two times is left alone and one in the second is booked', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const user = await users.withPlan('two-times', 'premium');
  const place = restaurants.next();
  const date = isoDay(8);
  await user.openPage(page, `/restaurant/${place.id}`);
  await button(page, /^Reserve/).click();
  await fillRequest(page, { date });
  await button(page, 'Add another time').click();
  const second = page.getByRole('group', { name: 'Time 2' });
  await expect(second.getByLabel('From')).toBeFocused();
  await second.getByLabel('From').fill('12:00');
  await second.getByLabel('To').fill('13:30');
  await reserve(page);

  const ticket = ticketOf(page, place);
  await expect(ticket).toContainText('6:30 – 8:30 PM or 12:00 – 1:30 PM');
  await expect(ticket).toContainText('last looked');
  const id = Number(await ticket.getAttribute('data-group-id'));
  const checks = async () => (await user.group(id)).members[0]?.watch?.checks ?? 0;
  await inventory.free(place, { date, time: '16:00' });
  const before = await checks();
  await expect.poll(checks).toBeGreaterThan(before + 2);
  expect(await inventory.bookingsOf(user.email)).toEqual([]);

  await inventory.free(place, { date, time: '12:30' });
  await expect(ticket).toHaveAttribute('data-status', 'confirmed', { timeout: 30_000 });
  await expect(ticket).toContainText('12:30 PM');
  expect((await inventory.bookingsOf(user.email)).map(summarizeBooking)).toEqual([
    { date, time: '12:30', party_size: 2, status: 'booked' },
  ]);
});
