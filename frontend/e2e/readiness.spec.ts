/** Readiness of a request: faults turn their lines red while the page is open, and cures turn them green. */
import { noViolations } from './support/axe';
import { isoDay, nextMinute } from './support/days';
import { ticketOf } from './support/screen';
import { expect, test } from './support/test';

/** The longest time from a cure until the line is green again. */
const CURED_MS = 30_000;

test('a fee and a channel turn red and green again, and a rehearsal books nothing', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  test.slow();
  const diner = await users.withPlan('readiness', 'premium');
  await diner.confirmEmail();
  const place = restaurants.next();
  const date = isoDay(15);
  // The book opens in an hour, so nothing is booked during this journey.
  const opens = nextMinute({ seconds: 3600 });
  const { group_id } = await diner.fileRequest({
    place,
    date,
    snipe_type: 'release',
    release_date: opens.date,
    release_time: opens.clock,
  });
  await inventory.terms(place, { fee_cents: 2500 });
  const seen = isoDay(2);
  await inventory.free(place, { date: seen, time: '19:00' });

  await diner.openPage(page, `/reservations?open=${group_id}`);
  await expect(ticketOf(page, place)).toBeVisible();
  const readiness = page.getByRole('region', { name: 'Readiness' });
  const line = (check: string) => readiness.locator(`[data-check="${check}"]`);
  const turns = (check: string, state: string) =>
    expect(line(check)).toHaveAttribute('data-state', state, { timeout: CURED_MS });
  for (const check of ['session', 'card', 'clock', 'venue', 'platform', 'meal']) {
    await turns(check, 'ok');
  }
  await turns('fee', 'unknown');

  // The rehearsal reads the terms of a table on another day, and does not book it.
  await readiness.getByRole('button', { name: 'Start the test run' }).click();
  await expect(readiness.getByText('Nothing was booked.')).toBeVisible({ timeout: CURED_MS });
  await expect(readiness.getByText('A late cancellation costs $50.00')).toBeVisible();
  expect(await inventory.bookingsOf(diner.email)).toEqual([]);

  await turns('fee', 'failed');
  await noViolations(page);
  await line('fee').getByRole('button', { name: "Accept up to $50 if you don't come" }).click();
  await turns('fee', 'ok');

  await diner.chooseUrgentMail(false);
  await turns('channel', 'failed');
  await diner.chooseUrgentMail(true);
  await diner.sendTestMessage();
  await turns('channel', 'ok');
  await expect(readiness.getByText('Ready to book')).toBeVisible();
});
