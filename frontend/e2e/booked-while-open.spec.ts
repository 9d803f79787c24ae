/** A table that is booked while its owner reads another ticket: it moves to the tables, and nothing else moves. */
import { isoDay } from './support/days';
import { ticketOf } from './support/screen';
import { expect, test } from './support/test';
import { expectToastBeside } from './support/toasts';

test('a booked ticket moves to the tables, and the one being read stays in place', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const user = await users.withPlan('reader', 'standard');
  const places = [restaurants.next(), restaurants.next(), restaurants.next(), restaurants.next()];
  for (const [index, place] of places.entries()) {
    await user.fileRequest({ place, date: isoDay(5 + index) });
  }
  const [oldest, read] = places;
  if (!oldest || !read) throw new Error('no restaurants');

  // Low, so that the page ends below what is read: at its end, a page that gets shorter cannot keep its place.
  await page.setViewportSize({ width: 1280, height: 500 });
  await user.openPage(page, '/reservations');
  const ticket = ticketOf(page, read);
  // Until a watcher has started, a ticket has other lines.
  for (const place of places) await expect(ticketOf(page, place)).toContainText('last looked');
  const title = ticket.getByRole('link', { name: read.venue_name, exact: true });
  await title.focus();
  await ticket.evaluate((element) => {
    window.scrollBy({ top: element.getBoundingClientRect().top - 200, behavior: 'instant' });
  });
  const topOf = () => ticket.evaluate((element) => element.getBoundingClientRect().top);
  const top = await topOf();
  expect(top).toBeCloseTo(200, 0);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);

  await inventory.free(oldest, { date: isoDay(5), time: '19:30' });
  const tables = page.getByRole('region', { name: 'Your tables' });
  await expect(tables.getByRole('link', { name: oldest.venue_name, exact: true })).toHaveCount(1);
  await expect(
    page.getByText(`${oldest.venue_name} is now under Your tables.`, { exact: true }),
  ).toBeAttached();
  await expectToastBeside(page);
  expect(Math.abs((await topOf()) - top)).toBeLessThan(2);
  await expect(title).toBeFocused();
  // No timeline has opened by itself.
  await expect(page.getByRole('complementary', { name: 'Timeline' })).toHaveCount(0);
});
