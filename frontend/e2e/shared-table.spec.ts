/** A booked table is shared by a link: a guest sees this table only, and its owner can end the link. */
import { noViolations } from './support/axe';
import { isoDay } from './support/days';
import { ticketOf } from './support/screen';
import { expect, test } from './support/test';

test('guests see a shared table, that it was canceled, and nothing once its link has ended', async ({
  page,
  browser,
  context,
  users,
  inventory,
  restaurants,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const diner = await users.withPlan('shared-table', 'standard');
  const place = restaurants.next();
  const date = isoDay(6);
  const { group_id } = await diner.fileRequest({ place, date });
  await inventory.free(place, { date, time: '19:00' });
  await expect.poll(async () => (await diner.group(group_id)).status).toBe('confirmed');

  await diner.openPage(page, '/reservations');
  const ticket = ticketOf(page, place);
  await ticket.getByRole('button', { name: /^Timeline/ }).click();
  const panel = page.getByRole('complementary', { name: 'Timeline' });
  await panel.getByRole('button', { name: /^Share with guests/ }).click();
  await expect(panel.getByRole('button', { name: /^Copied/ })).toBeVisible();
  await expect(panel).toContainText('Guests who have the link see this table only.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(place.venue_name);
  const link = copied.split('\n').at(-1) ?? '';
  expect(new URL(link).pathname).toBe('/shared-table');

  const stranger = await browser.newContext();
  const guest = await stranger.newPage();
  const { pathname, search } = new URL(link);
  const opened = await guest.goto(pathname + search);
  expect(opened?.status()).toBe(200);
  expect(opened?.headers()['referrer-policy']).toBe('no-referrer');
  const source = (await opened?.text()) ?? '';
  expect(source).toContain('<meta name="robots" content="noindex">');
  expect(source, 'previews of the link say nothing about the table').not.toContain(
    place.venue_name,
  );
  await expect(guest.getByRole('heading', { name: place.venue_name })).toBeVisible();
  const shown = guest.getByRole('main');
  await expect(shown).toContainText(/7:00 PM/);
  await expect(shown.getByRole('link', { name: /^Directions/ })).toBeVisible();
  await expect(shown.getByRole('button')).toHaveCount(0);
  await expect(shown).not.toContainText(/Nora|Newcomer|Confirmation/);
  await noViolations(guest);
  const download = guest.waitForEvent('download');
  await shown.getByRole('link', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toBe('table.ics');

  await panel.getByRole('button', { name: /^Cancel table/ }).click();
  await page
    .getByRole('dialog', { name: 'Cancel this table?' })
    .getByRole('button', { name: 'Cancel table' })
    .click();
  await expect(ticket).toHaveAttribute('data-status', 'canceled');
  await guest.reload();
  await expect(guest.getByText('This table was canceled.')).toBeVisible();
  await expect(shown.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0);
  await noViolations(guest);

  await expect(panel).toContainText('Guests who have the link see that');
  await panel.getByRole('button', { name: /^Stop sharing/ }).click();
  await expect(panel.getByRole('button', { name: /^Stop sharing/ })).toHaveCount(0);
  const dead = await guest.reload();
  expect(dead?.status()).toBe(404);
  await expect(guest.getByText("This link doesn't work anymore.")).toBeVisible();
  const file = await stranger.request.get(`/api/public/table/${search}`);
  expect(file.status()).toBe(404);
  await stranger.close();
});
