/** A weekly request: the rule is filed with the form, its next request arrives by itself, and it is paused and ended. */
import { RELEASE_ZONE, wallClock } from '../src/lib/zones';
import { addIsoDays } from '../src/lib/dates';
import { dayText, isoDay, nextMinute } from './support/days';
import { button, fillRequest, reserve, ticketOf, toast } from './support/screen';
import { expect, test } from './support/test';

test('a rule is filed with the form, paused and ended', async ({ page, users, restaurants }) => {
  const user = await users.withPlan('weekly', 'standard');
  const place = restaurants.next();
  await user.openPage(page, `/restaurant/${place.id}`);
  await button(page, /^Reserve/).click();
  await fillRequest(page, { date: isoDay(8) });
  await page.getByRole('switch', { name: 'Repeat every week' }).click();
  await reserve(page);

  const rules = page.getByRole('region', { name: /^Every week/ });
  await expect(rules.getByRole('listitem')).toHaveCount(1);
  await expect(rules).toContainText(place.venue_name);
  await expect(rules).toContainText(`Next: ${dayText(isoDay(15))}`);
  await rules.getByRole('button', { name: /^Pause/ }).click();
  await expect(rules).toContainText('Paused. We file nothing.');
  await rules.getByRole('button', { name: /^Unpause/ }).click();
  await rules.getByRole('button', { name: /^End/ }).click();
  await expect(toast(page, /Weekly request ended/)).toBeVisible();
  await expect(rules).toHaveCount(0);
  await expect(ticketOf(page, place)).toHaveAttribute('data-status', 'active');
});

test('a rule of release requests says when the book opens and when it files', async ({
  page,
  users,
  restaurants,
}) => {
  const user = await users.withPlan('weekly-release', 'premium');
  const place = restaurants.next();
  const opens = nextMinute({ seconds: 3600 });
  await user.fileRequest({
    place,
    date: isoDay(60),
    snipe_type: 'release',
    release_date: opens.date,
    release_time: opens.clock,
    continue_as_cancel: true,
    repeat_until: isoDay(90),
  });
  await user.openPage(page, '/reservations');
  const rules = page.getByRole('region', { name: /^Every week/ });
  await expect(rules).toContainText('at the release, then from cancellations');
  await expect(rules).toContainText(`Next: ${dayText(isoDay(67))}. The book opens on`);
  await expect(rules).toContainText('we file the request on');
  await rules.getByRole('button', { name: /^End/ }).click();
  await expect(rules).toHaveCount(0);
  await expect(ticketOf(page, place)).toHaveAttribute('data-status', 'active');
});

test('the request of the next week arrives on the open page', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const { date: today, time } = wallClock(RELEASE_ZONE, Date.now());
  test.setTimeout(300_000);
  test.skip(time > '23:20', 'the window of today has begun in New York');
  const user = await users.withPlan('weekly-filed', 'premium');
  const place = restaurants.next();
  const next = addIsoDays(today, 7);
  await user.openPage(page, '/reservations');
  await user.fileRequest({
    place,
    date: today,
    start_time: '23:30',
    end_time: '23:45',
    repeat_until: addIsoDays(today, 28),
  });
  // The next week's request is due now. The background worker files due requests once a minute.
  await expect(async () => {
    const show = button(page, /^Show \d new request/);
    if (await show.isVisible()) await show.click();
    await expect(ticketOf(page, place)).toHaveCount(2, { timeout: 1000 });
  }).toPass({ timeout: 120_000 });
  const rules = page.getByRole('region', { name: /^Every week/ });
  await expect(rules).toContainText(`Next: ${dayText(addIsoDays(today, 14))}`);
  await inventory.free(place, { date: next, time: '23:30' });
  await expect(ticketOf(page, place, next)).toHaveAttribute('data-status', 'confirmed', {
    timeout: 60_000,
  });
  const booked = await inventory.bookingsOf(user.email);
  expect(booked.map(({ date, status }) => [date, status])).toEqual([[next, 'booked']]);
});
