/**
 * A paused request books nothing; unpausing over the limit is refused in the specification's words, and succeeds when
 * there is room.
 */
import { isoDay } from './support/days';
import { ticketOf, visibleText } from './support/screen';
import { expect, test } from './support/test';

const OVER_LIMIT =
  'Unpausing this reservation group will put you over your total allotted reservations. To unpause this group, please cancel other reservations you have active to make room';

test('a paused request does not book a table that opens', async ({
  page,
  users,
  inventory,
  restaurants,
}) => {
  const withPlan = await users.withPlan('pause', 'standard');
  const place = restaurants.next();
  const date = isoDay(7);
  const { group_id } = await withPlan.fileRequest({ place, date });
  await withPlan.openPage(page, '/reservations');
  const ticket = ticketOf(page, place);
  await expect(ticket).toContainText('Watching');
  await ticket.getByRole('button', { name: /^Pause/ }).click();
  // The ticket changes at once, the server a moment later.
  await expect(ticket).toHaveAttribute('data-status', 'paused');
  await expect.poll(async () => (await withPlan.group(group_id)).status).toBe('paused');
  // Another guest takes the table, which proves that it was free.
  await inventory.take(await inventory.free(place, { date, time: '19:30' }));

  await ticket.getByRole('button', { name: /^Unpause/ }).click();
  await expect(ticket).toContainText('Watching');
  await inventory.free(place, { date, time: '20:00' });
  await expect(ticket).toHaveAttribute('data-status', 'confirmed');
  expect((await inventory.bookingsOf(withPlan.email)).map(({ time }) => time)).toEqual(['20:00']);
});

test('unpausing over the limit is refused until there is room', async ({
  page,
  users,
  restaurants,
}) => {
  const withPlan = await users.withPlan('over-limit', 'standard');
  const [paused, other] = [restaurants.next(), restaurants.next()];
  await withPlan.pause(await withPlan.fileRequest({ place: paused, date: isoDay(2) }));
  for (let day = 3; day < 8; day += 1)
    await withPlan.fileRequest({ place: other, date: isoDay(day) });

  await withPlan.openPage(page, '/reservations');
  const ticket = ticketOf(page, paused);
  await expect(visibleText(page, '5 of 5 reservation requests used')).toBeVisible();
  await ticket.getByRole('button', { name: /^Unpause/ }).click();
  const dialog = page.getByRole('dialog', { name: 'No room for this request' });
  await expect(dialog.getByText(OVER_LIMIT, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Got it' }).click();
  await expect(ticket).toHaveAttribute('data-status', 'paused');

  const surplus = ticketOf(page, other, isoDay(7));
  await surplus.getByRole('button', { name: /^Delete/ }).click();
  await page
    .getByRole('dialog', { name: 'Delete this request?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(surplus).toHaveAttribute('data-status', 'canceled');
  await expect(visibleText(page, '4 of 5 reservation requests used')).toBeVisible();
  await ticket.getByRole('button', { name: /^Unpause/ }).click();
  await expect(ticket).toHaveAttribute('data-status', 'active');
  await expect(visibleText(page, '5 of 5 reservation requests used')).toBeVisible();
});
