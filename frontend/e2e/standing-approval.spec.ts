/** A standing approval: a program asks for it, the person approves on the phone with two taps, and it books within it. */
import { noViolations } from './support/axe';
import { isoDay } from './support/days';
import { summarizeBooking } from './support/inventory';
import { Program } from './support/program';
import { report } from './support/screen';
import { expect, test } from './support/test';

test('a program books within what its user approved with two taps, and nothing beyond it', async ({
  page,
  request,
  users,
  restaurants,
  inventory,
}) => {
  const owner = await users.withPlan('approver', 'standard');
  const place = restaurants.next();
  const [date, other] = [isoDay(9), isoDay(10)];
  const program = new Program(request, await owner.createKey(['requests:write']));
  await page.setViewportSize({ width: 390, height: 844 });
  await owner.openPage(page, '/reservations');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeAttached();

  const { data } = await program.call('draft_mandate', {
    restaurants: [place.id],
    smallest_party: 2,
    largest_party: 2,
    first_date: date,
    last_date: other,
    earliest_time: '18:00',
    latest_time: '21:00',
    tables: 1,
    days: 20,
  });
  const mandate = data?.mandate.id;
  expect(data?.mandate.state).toBe('draft');
  const reservation = {
    snipe_type: 'cancel',
    venues: [{ id: place.id }],
    party_size: 2,
    dates: [date],
    start_time: '18:30',
    end_time: '20:30',
  };
  const file = (changes: object = {}) =>
    program.call('file_request', { reservation: { ...reservation, ...changes }, mandate });
  expect((await file()).error?.code).toBe('mandate_not_valid');

  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page).toHaveURL(new RegExp(`/mandates/${mandate}$`));
  await expect(page.getByText('Your API key Program wants to book tables')).toBeVisible();
  await expect(page.getByText(place.venue_name)).toBeVisible();
  await expect(page.getByText('Nothing: only tables without a fee')).toBeVisible();
  await noViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('You approved this.')).toBeVisible();
  await noViolations(page);

  expect((await file({ dates: [isoDay(11)] })).error?.code).toBe('beyond_mandate');
  expect((await file({ fee_ceiling_cents: 100 })).error?.code).toBe('beyond_mandate');
  expect((await file()).error).toBeUndefined();
  expect((await file({ dates: [other] })).error?.code).toBe('beyond_mandate');
  expect((await program.call('get_mandate', { mandate_id: mandate })).data?.mandate).toMatchObject({
    state: 'approved',
    tables_left: 0,
  });
  await inventory.free(place, { date, time: '19:00' });
  await expect
    .poll(async () => (await inventory.bookingsOf(owner.email)).map(summarizeBooking))
    .toEqual([{ date, time: '19:00', party_size: 2, status: 'booked' }]);

  await page.getByRole('link', { name: 'See your approvals' }).click();
  const approvals = page.getByRole('region', { name: 'Standing approvals' });
  await expect(approvals.getByText('0 of 1 tables left')).toBeVisible();
  await noViolations(page);
  await approvals.getByRole('button', { name: 'Revoke Your API key Program' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke Your API key Program?' });
  await expect(dialog.getByText('It has no open requests.')).toBeVisible();
  await noViolations(page);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(report(page, 'That approval has ended')).toBeAttached();
  await expect(approvals.getByText('No program has one.')).toBeVisible();
  expect((await file({ dates: [other] })).error?.code).toBe('mandate_not_valid');
});
