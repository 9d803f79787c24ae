/** A booked table is put into the calendar and canceled from its ticket. */
import { readFile } from 'node:fs/promises';
import { noViolations } from './support/axe';
import { isoDay } from './support/days';
import { ticketOf } from './support/screen';
import { expect, test } from './support/test';

test('a booked table is saved as a calendar file and canceled at the platform', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const diner = await users.withPlan('cancel-table', 'standard');
  const place = restaurants.next();
  const date = isoDay(6);
  const { group_id } = await diner.fileRequest({ place, date });
  await inventory.free(place, { date, time: '19:00' });
  await expect.poll(async () => (await diner.group(group_id)).status).toBe('confirmed');

  await diner.openPage(page, '/reservations');
  const ticket = ticketOf(page, place);
  await expect(page.getByRole('region', { name: 'Your tables' }).getByRole('article')).toHaveCount(
    1,
  );
  await expect(ticket).toContainText('Your table');
  await ticket.getByRole('button', { name: /^Timeline/ }).click();
  const panel = page.getByRole('complementary', { name: 'Timeline' });
  await expect(panel).toContainText(/Confirmation\d+/);
  await panel.getByRole('button', { name: 'Close timeline' }).click();
  await expect(ticket.getByRole('link', { name: /^Directions/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await ticket.getByRole('button', { name: /^Add to calendar/ }).click();
  const file = await (await download).path();
  const text = await readFile(file, 'utf8');
  expect(text).toContain('BEGIN:VEVENT');
  // Lines fold after 75 bytes, and a name's commas and semicolons are escaped.
  const unfolded = text.replaceAll('\r\n ', '').replaceAll(/\\([,;])/g, '$1');
  expect(unfolded).toContain(place.venue_name);

  await ticket.getByRole('button', { name: /^Cancel table/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this table?' });
  await noViolations(page);
  await dialog.getByRole('button', { name: 'Cancel table' }).click();
  await expect(ticket).toHaveAttribute('data-status', 'canceled');
  await expect(ticket).toContainText('You canceled this table on Resy.');
  const bookings = await inventory.bookingsOf(diner.email);
  expect(bookings.map(({ status }) => status)).toEqual(['cancelled']);
});
