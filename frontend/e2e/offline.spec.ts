/** The browser is offline while events happen; online again it shows each of them once. */
import { isoDay } from './support/days';
import { report, ticketOf } from './support/screen';
import { expect, test } from './support/test';

test('events during an offline time show right after it, once each', async ({
  page,
  context,
  users,
  inventory,
  restaurants,
}) => {
  const withPlan = await users.withPlan('offline', 'premium');
  const [first, second, third] = [restaurants.next(), restaurants.next(), restaurants.next()];
  const date = isoDay(6);
  const filed = await withPlan.fileRequest({ place: first, date });
  await withPlan.fileRequest({ place: second, date: isoDay(7) });
  const stopped = await withPlan.fileRequest({ place: third, date: isoDay(8) });
  await withPlan.openPage(page, '/reservations');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  for (const place of [first, second, third]) {
    await expect(ticketOf(page, place)).toContainText('Watching');
  }

  await context.setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  await inventory.free(first, { date, time: '19:30' });
  await withPlan.pause(stopped);
  await expect.poll(async () => (await withPlan.group(filed.group_id)).status).toBe('confirmed');
  await expect(ticketOf(page, first)).toHaveAttribute('data-status', 'active');
  await expect(ticketOf(page, third)).toHaveAttribute('data-status', 'active');

  await context.setOffline(false);
  await expect(ticketOf(page, first)).toHaveAttribute('data-status', 'confirmed');
  await expect(ticketOf(page, third)).toHaveAttribute('data-status', 'paused');
  await expect(report(page, `Booked: ${first.venue_name}`)).toHaveCount(1);
  await expect(page.getByText("You're offline.")).toHaveCount(0);

  // The page is live again: later events need no reload either.
  await inventory.free(second, { date: isoDay(7), time: '19:00' });
  await expect(ticketOf(page, second)).toHaveAttribute('data-status', 'confirmed');
  await expect(report(page, `Booked: ${second.venue_name}`)).toHaveCount(1);
});
