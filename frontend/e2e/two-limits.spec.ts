/** What a request pays now, and what it pays if nobody comes: each has its own limit, asked for where it matters. */
import { isoDay } from './support/days';
import { noViolations } from './support/axe';
import { button, ticketOf } from './support/screen';
import { expect, test } from './support/test';

test('a fee that is paid only if nobody comes is chosen once, and the table is booked', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const place = restaurants.next();
  await inventory.terms(place, { fee_cents: 2500 });
  // Another user's request saw the terms.
  const other = await users.withPlan('saw-the-fee', 'standard');
  const seen = await other.fileRequest({ place, date: isoDay(9) });
  const freed = await inventory.free(place, { date: isoDay(9), time: '19:30' });
  await expect
    .poll(async () => (await other.group(seen.group_id)).members[0]?.watch?.held_cancel_fee_cents)
    .toBe(5000);
  await inventory.take(freed);

  const diner = await users.withPlan('two-limits', 'standard');
  await diner.openPage(page, `/restaurant/${place.id}`);
  const terms = page.getByRole('region', { name: 'Terms seen before' });
  await expect(terms).toContainText(
    '$50 for 2 guests is charged for a late cancellation or a no-show.',
  );
  await expect(terms).toContainText("Your request accepts $0 if you don't come");
  await expect(page.getByText('any seat · no fee', { exact: false })).toBeVisible();
  await noViolations(page);
  await button(page, "Always accept $25 a guest if you don't come").click();
  await expect(terms).toHaveCount(0);
  await expect(page.getByText("up to $50 if you don't come", { exact: false })).toBeVisible();
  expect((await diner.me()).cancel_fee_per_guest_cents).toBe(2500);

  await button(page, 'Watch this table').click();
  const ticket = ticketOf(page, place);
  await expect(ticket).toContainText('Watching');
  const id = Number((await ticket.getAttribute('data-group-id')) ?? '0');
  const filed = await diner.group(id);
  expect([filed.fee_ceiling_cents, filed.cancel_fee_ceiling_cents]).toEqual([0, 5000]);
  await inventory.free(place, { date: filed.dates[0] ?? '', time: '19:30' });
  await expect(ticket).toHaveAttribute('data-status', 'confirmed');
  expect(await inventory.bookingsOf(diner.email)).toHaveLength(1);
  await inventory.terms(place, { fee_cents: 0 });
});

test('a deposit is held back, accepted once, and booked', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const place = restaurants.next();
  const date = isoDay(7);
  await inventory.terms(place, { deposit_cents: 2500 });
  const diner = await users.withPlan('deposit', 'standard');
  const filed = await diner.fileRequest({ place, date, cancel_fee_ceiling_cents: 100_000 });
  await diner.openPage(page, '/reservations');
  const ticket = ticketOf(page, place);
  await inventory.free(place, { date, time: '19:30' });
  await expect(ticket).toContainText('Held back: $50 now');
  await expect(ticket).toContainText('Your request accepts none.');
  await button(page, /^Accept up to \$50 now/).click();
  await expect(ticket).toHaveAttribute('data-status', 'confirmed');
  const group = await diner.group(filed.group_id);
  expect([group.fee_ceiling_cents, group.cancel_fee_ceiling_cents]).toEqual([5000, 100_000]);
  await inventory.terms(place, { deposit_cents: 0 });
});
