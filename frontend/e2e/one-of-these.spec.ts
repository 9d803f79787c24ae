/**
 * A request for one table on either of two dates, whose order the user changes, books one table on the preferred
 * date.
 */
import { dayText, twoDaysOfOneMonth } from './support/days';
import { summarizeBooking } from './support/inventory';
import { button, chooseDay, fillRequest, reserve, ticketOf } from './support/screen';
import { expect, test } from './support/test';

test('tables on two dates give one table, on the date that the user prefers', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const user = await users.withPlan('one-of-these', 'premium');
  const place = restaurants.next();
  const [first, second] = twoDaysOfOneMonth(8);
  await user.openPage(page, `/restaurant/${place.id}`);
  await button(page, /^Reserve/).click();
  await fillRequest(page, { date: first });
  await chooseDay(page, second);
  await expect(button(page, /^One table in all/)).toHaveAttribute('aria-pressed', 'true');
  await button(page, `Move ${dayText(second)} up`).click();
  await reserve(page);

  const ticket = ticketOf(page, place);
  await expect(ticket).toContainText('last looked');
  await Promise.all([first, second].map((date) => inventory.free(place, { date, time: '19:30' })));
  await expect(ticket).toHaveAttribute('data-status', 'confirmed', { timeout: 30_000 });
  await expect(ticket).toContainText(dayText(second));
  expect((await inventory.bookingsOf(user.email)).map(summarizeBooking)).toEqual([
    { date: second, time: '19:30', party_size: 2, status: 'booked' },
  ]);
});
