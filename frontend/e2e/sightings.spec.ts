/** What an open page shows of a table that was seen and not booked: at once, without a reload. */
import type { Page } from '@playwright/test';
import { isoDay } from './support/days';
import { report, ticketOf } from './support/screen';
import { expect, test } from './support/test';

/** With the seating, which the simulator chooses. */
const WENT = /table seen · 7:30 PM for 2.*, went to another guest/;

/** Counts loads of the page and its calls for a timeline. */
function watchRequests(page: Page): { timelines: number; loads: number } {
  const requested = { timelines: 0, loads: 0 };
  page.on('request', (request) => {
    if (request.url().includes('/timeline/')) requested.timelines += 1;
    if (request.isNavigationRequest()) requested.loads += 1;
  });
  return requested;
}

test('of two requests for one table the second one shows at once that it went to another guest', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const [first, second] = [
    await users.withPlan('sees-first', 'standard'),
    await users.withPlan('sees-second', 'standard'),
  ];
  const place = restaurants.next();
  const date = isoDay(7);
  await first.fileRequest({ place, date });
  const { group_id } = await second.fileRequest({ place, date });
  await second.openPage(page, `/reservations?open=${group_id}`);
  const panel = page.getByRole('complementary', { name: 'Timeline' });
  await expect(panel.getByText(/checks?, nothing open/)).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  const requested = watchRequests(page);
  await inventory.free(place, { date, time: '19:30' });
  await panel.getByText(WENT).waitFor();
  await expect(ticketOf(page, place)).toContainText(WENT);
  expect(await inventory.bookingsOf(first.email)).toHaveLength(1);
  expect(requested).toEqual({ timelines: 0, loads: 0 });

  // A reload shows the same, once.
  await page.reload();
  await expect(panel.getByText(WENT)).toHaveCount(1);

  // The restaurant's page tells every user of the table, and each of their own requests there.
  await page.goto(`/restaurant/${place.id}`);
  const openings = page.getByRole('region', { name: 'Last openings seen' });
  await expect(openings.getByRole('listitem').first()).toContainText('7:30 PM · for 2');
  const own = page.getByRole('region', { name: 'Your requests here' });
  await expect(own.getByRole('link')).toContainText('Watching');
});

test('a table with a fee is held back, and booked after the fee is accepted', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const withPlan = await users.withPlan('held-back', 'standard');
  const place = restaurants.next();
  const date = isoDay(7);
  await inventory.terms(place, { fee_cents: 2500 });
  const filed = await withPlan.fileRequest({ place, date });
  await withPlan.openPage(page, `/reservations?open=${filed.group_id}`);
  const ticket = ticketOf(page, place);
  await expect(ticket).toContainText('Watching');
  // Events before the connection are in the list, and no toast repeats them.
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  const freed = await inventory.free(place, { date, time: '19:30' });
  await expect(ticket).toContainText("Held back: $50 if you don't come");
  // The ticket says it, so no toast does.
  await expect(report(page, "Held back: $50 if you don't come")).toBeAttached();
  await expect(page.locator('.toast')).toHaveCount(0);
  const panel = page.getByRole('complementary', { name: 'Timeline' });
  await expect(
    panel.getByText("held back: $50 if you don't come · 7:30 PM for 2", { exact: false }),
  ).toHaveCount(1);
  await expect(panel.getByText('refused')).toHaveCount(0);
  await expect(panel.getByText('Attempts')).toHaveCount(0);
  // The state lasts as long as the table.
  await inventory.take(freed);
  await expect(ticket).toContainText('Watching');

  await inventory.free(place, { date, time: '20:00' });
  await expect(ticket).toContainText("Held back: $50 if you don't come");
  await ticket.getByRole('button', { name: /^Accept up to \$50/ }).click();
  await expect(ticket).toHaveAttribute('data-status', 'confirmed');
  const group = await withPlan.group(filed.group_id);
  expect([group.fee_ceiling_cents, group.cancel_fee_ceiling_cents]).toEqual([0, 5000]);
  expect([group.dates, group.party_size, group.start_time, group.end_time]).toEqual([
    filed.dates,
    filed.party_size,
    filed.start_time,
    filed.end_time,
  ]);
  expect((await inventory.bookingsOf(withPlan.email)).map(({ time }) => time)).toEqual(['20:00']);
  await inventory.terms(place, { fee_cents: 0 });
});
