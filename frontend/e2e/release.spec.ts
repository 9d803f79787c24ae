/** A release request: a countdown to the instant, then a table that is booked while the page is open. */
import { noViolations } from './support/axe';
import { isoDay, nextMinute } from './support/days';
import { summarizeBooking } from './support/inventory';
import { button, fillRequest, openOptions, report, reserve, ticketOf } from './support/screen';
import { expect, test } from './support/test';

test('counts down to the release and books a table that opens', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  test.setTimeout(300_000);
  const withPlan = await users.withPlan('release', 'premium');
  await withPlan.confirmEmail();
  const place = restaurants.next();
  const date = isoDay(12);
  await withPlan.openPage(page, `/restaurant/${place.id}`);
  await button(page, /^Reserve/).click();
  await openOptions(page);
  await button(page, /^Release Reservation/).click();
  await fillRequest(page, { date });

  // Last, so that as little time as possible passes before it is filed. A busy machine takes half a minute.
  const release = nextMinute({ seconds: 40 });
  await button(page, 'Pick a day').click();
  await page
    .getByRole('dialog', { name: 'Release date' })
    .locator(`[data-day="${release.date}"]`)
    .getByRole('button')
    .click();
  const time = page.getByRole('group', { name: 'Release Time (EST)' });
  await time.getByRole('button', { name: 'Custom' }).click();
  await page.getByLabel('Opens at (EST)').fill(release.clock);
  await button(page, 'Set time').click();
  await reserve(page);

  const ticket = ticketOf(page, place);
  await expect(ticket).toContainText('Waiting for the release');
  const countdown = ticket.locator('.release-countdown strong');
  await expect(countdown).toHaveText(/^\d:\d\d$/);
  await expect(countdown).not.toHaveText((await countdown.textContent()) ?? '');
  await ticket.getByRole('button', { name: /^Timeline/ }).click();
  const panel = page.getByRole('complementary', { name: 'Timeline' });
  await expect(panel.locator('.release-countdown strong')).toHaveText(/^\d:\d\d$/);
  await expect(panel.getByRole('region', { name: 'Readiness' })).toContainText(/^Ready/);
  const facts = panel.getByRole('region', { name: 'The release' });
  await expect(facts).toHaveCount(0);

  await inventory.release(place, { date, time: '19:00', at: release.at });
  await expect(ticket).toHaveAttribute('data-status', 'confirmed', { timeout: 150_000 });
  await expect(ticket).toContainText(/7:00 PM.* · for 2/);
  await expect(countdown).toHaveCount(0);
  // By the server's clock, to the hundredth of a second.
  await expect(facts.getByRole('heading')).toHaveText(/^Booked \d+\.\d\d s after the release$/);
  await expect(facts.getByRole('listitem').first()).toHaveText(/^[+-]\d+\.\d\d s\s*the book opens/);
  await expect(facts.getByRole('listitem').last()).toHaveText(/^\+\d+\.\d\d s\s*booked/);
  await noViolations(page);
  // With reduced motion it is a list; otherwise it can be replayed.
  await expect(facts.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await facts.getByRole('button', { name: /^Replay/ }).click();
  await expect(facts.locator('li[data-ahead]').first()).toBeVisible();
  await expect(facts.getByRole('button', { name: /^Replay/ })).toBeVisible();
  await expect(facts.locator('li[data-ahead]')).toHaveCount(0);
  const booked = await inventory.bookingsOf(withPlan.email);
  expect(booked.map(summarizeBooking)).toEqual([
    { date, time: '19:00', party_size: 2, status: 'booked' },
  ]);
  expect(booked[0]?.booked_ms).toBeGreaterThanOrEqual(release.at.getTime());
});

test('goes on after a missed release and books a table that frees later', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  test.setTimeout(300_000);
  const user = await users.withPlan('missed-release', 'premium');
  const place = restaurants.next();
  const date = isoDay(12);
  const release = nextMinute({ seconds: 10 });
  await user.openPage(page, '/reservations');
  const group = await user.fileRequest({
    place,
    date,
    snipe_type: 'release',
    release_date: release.date,
    release_time: release.clock,
    continue_as_cancel: true,
  });
  const ticket = ticketOf(page, place);
  await expect(ticket).toContainText('Waiting for the release');
  // No table opens: the burst ends without one.
  await expect(report(page, /Release missed/)).toBeAttached({ timeout: 150_000 });
  await expect(ticket).toContainText('No table at the release');
  const changed = await user.group(group.group_id);
  expect([changed.snipe_type, changed.status]).toEqual(['cancel', 'active']);

  await inventory.free(place, { date, time: '19:00' });
  await expect(ticket).toHaveAttribute('data-status', 'confirmed', { timeout: 60_000 });
  const booked = await inventory.bookingsOf(user.email);
  expect(booked.map(summarizeBooking)).toEqual([
    { date, time: '19:00', party_size: 2, status: 'booked' },
  ]);
});

test('is not offered for OpenTable', async ({ page, users, restaurants }) => {
  const withPlan = await users.withPlan('no-release', 'premium');
  await withPlan.connectOpenTable();
  const place = restaurants.next({ source: 'opentable' });
  await withPlan.openPage(page, `/restaurant/${place.id}`);
  await button(page, /^Reserve/).click();
  await openOptions(page);
  await button(page, /^Release Reservation/).click();
  await expect(
    page.getByText('At this time, we do not offer release snipes for Opentable.'),
  ).toBeVisible();
});
