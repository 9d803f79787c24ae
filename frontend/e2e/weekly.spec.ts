/** A weekly request: the rule is filed with the form, its next request arrives by itself, and it is paused and ended. */
import { RELEASE_ZONE, wallClock } from '../src/lib/zones';
import { addIsoDays } from '../src/lib/dates';
import { dayText, isoDay, nextMinute } from './support/days';
import type { Place } from './support/inventory';
import type { RestaurantPool } from './support/restaurants';
import { button, fillRequest, report, reserve, ticketOf } from './support/screen';
import { expect, test } from './support/test';
import type { TestUser } from './support/users';

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
  await expect(rules).toContainText("Paused. We won't file new requests.");
  await rules.getByRole('button', { name: /^Unpause/ }).click();
  await rules.getByRole('button', { name: /^End/ }).click();
  // The list of rules may go a moment later than the request is answered.
  await expect(report(page, /Weekly request ended/)).toBeAttached();
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

test('the request of the next week arrives on the open page and books a table', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  test.setTimeout(300_000);
  const user = await users.withPlan('weekly-filed', 'premium');
  const { place, daysAhead } = await withCertainRelease(user, restaurants);
  // The restaurant has opened the next week's date two days ago, so its request is due now, at any time of day. The
  // date of the week after it opens in five days.
  const next = addIsoDays(wallClock(RELEASE_ZONE, Date.now()).date, daysAhead - 2);
  const first = addIsoDays(next, -7);
  const stated = nextMinute({ seconds: 3600 });
  await user.openPage(page, '/reservations');
  await user.fileRequest({
    place,
    date: first,
    snipe_type: 'release',
    release_date: stated.date,
    release_time: stated.clock,
    continue_as_cancel: true,
    repeat_until: addIsoDays(first, 28),
  });
  // The background worker files due requests once a minute. A date that is open already gets a cancel request.
  await expect(async () => {
    const show = button(page, /^Show \d new request/);
    if (await show.isVisible()) await show.click();
    await expect(ticketOf(page, place)).toHaveCount(2, { timeout: 1000 });
  }).toPass({ timeout: 120_000 });
  const rules = page.getByRole('region', { name: /^Every week/ });
  await expect(rules).toContainText(`Next: ${dayText(addIsoDays(next, 7))}`);
  await inventory.free(place, { date: next, time: '19:00' });
  await expect(ticketOf(page, place, next)).toHaveAttribute('data-status', 'confirmed', {
    timeout: 60_000,
  });
  const booked = await inventory.bookingsOf(user.email);
  expect(booked.map(({ date, status }) => [date, status])).toEqual([[next, 'booked']]);
});

/** Return a restaurant of which we know for certain how many days ahead it opens its dates. */
async function withCertainRelease(
  user: TestUser,
  restaurants: RestaurantPool,
): Promise<{ place: Place; daysAhead: number }> {
  for (let tries = 0; tries < 30; tries += 1) {
    const place = restaurants.next();
    const { release_rule } = await user.venue(place);
    if (release_rule?.confidence === 'high') return { place, daysAhead: release_rule.days_ahead };
  }
  throw new Error('there is no restaurant with a certain release');
}
