/**
 * A concierge books for two clients: both entered with a card and saved in the address book, one edited by the card's
 * mask, one picked from the book. Each table is in its client's name, and no card stays in the browser.
 */
import type { Locator, Page } from '@playwright/test';
import { isoDay } from './support/days';
import type { Place } from './support/inventory';
import { button, fillRequest, reserve, ticketOf } from './support/screen';
import { grant } from './support/staff';
import { expect, test } from './support/test';

type Client = { first: string; last: string; email: string; card: string };

const GRACE: Client = {
  first: 'Grace',
  last: 'Hopper',
  email: 'grace@clients.tablehawk.test',
  card: '4242424242424242',
};
const EDSGER: Client = {
  first: 'Edsger',
  last: 'Dijkstra',
  email: 'edsger@clients.tablehawk.test',
  card: '5555555555554444',
};

test('two clients, two tables, each in its own name', async ({
  page,
  browser,
  users,
  inventory,
  restaurants,
}) => {
  const concierge = await users.signUp('concierge');
  await grant(browser, concierge, 'Is concierge');
  await concierge.connectResy();
  await concierge.subscribe('premium');
  const [first, second] = [restaurants.next(), restaurants.next()];
  const date = isoDay(6);
  await concierge.openPage(page, '/reservations');

  await test.step('files for Grace with her card', async () => {
    await fillClient(page, GRACE);
    await choose(page, first, date);
    await expect(rowOf(page, first)).toContainText('Grace Hopper');
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).not.toMatch(/4242|7319|Hopper/);
  });

  await test.step('files for Edsger the same evening', async () => {
    await fillClient(page, EDSGER);
    await choose(page, second, date);
    await expect(rowOf(page, second)).toContainText('Edsger Dijkstra');
  });

  await test.step('edits Grace’s by the mask of her card', async () => {
    await rowOf(page, first).click();
    await page.getByRole('dialog').getByRole('link', { name: /^Edit/ }).click();
    await expect(page.getByRole('heading', { name: 'Edit Reservation' })).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue('Hopper');
    await expect(page.getByLabel('Card number')).toHaveValue('•••• 4242');
    await button(page, 'Continue').click();
    await button(page, '4').click();
    const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
    await button(page, 'Update').click();
    expect(await (await answer).json()).toMatchObject({
      group: { party_size: 4, client: { last_name: 'Hopper', cc_number: '•••• 4242' } },
    });
    await expect(
      rowOf(page, first).getByRole('gridcell', { name: '4', exact: true }),
    ).toBeVisible();
  });

  await test.step('both are booked, each for its client', async () => {
    await expect(rowOf(page, first)).toContainText('Watching');
    await expect(rowOf(page, second)).toContainText('Watching');
    await inventory.free(first, { date, time: '19:00', party_size: 4 });
    await inventory.free(second, { date, time: '19:30' });
    await expect(rowOf(page, first)).toHaveAttribute('data-status', 'confirmed');
    await expect(rowOf(page, second)).toHaveAttribute('data-status', 'confirmed');
    await page.getByRole('link', { name: 'Cards' }).click();
    await expect(ticketOf(page, first)).toContainText('Booked on behalf of Grace Hopper');
    await expect(ticketOf(page, second)).toContainText('Booked on behalf of Edsger Dijkstra');
    const booked = await inventory.bookingsOf(concierge.email);
    // Two restaurants have two watchers, whose order is not defined.
    expect(Object.fromEntries(booked.map((one) => [one.venue_id, one.guest?.last_name]))).toEqual({
      [first.venue_id]: 'Hopper',
      [second.venue_id]: 'Dijkstra',
    });
    expect(booked).toHaveLength(2);
    expect(new Set(booked.map(({ card }) => card)).size).toBe(2);
  });

  await test.step('finds Edsger in the book, his card on file', async () => {
    await page.goto('/reservations/add-reservation');
    await accountIsChosen(page);
    await page.getByRole('button', { name: /^Client book/ }).click();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2);
    await page.getByPlaceholder('Search by name, email or phone').fill('dijk');
    await page.getByRole('option', { name: /Edsger Dijkstra/ }).click();
    await expect(page.getByLabel('Card number')).toHaveValue('•••• 4444');
    await button(page, 'Continue').click();
    await expect(page.getByText('Booked on behalf of Edsger Dijkstra')).toBeVisible();
  });
});

/** The request at this restaurant in the concierge's table. */
function rowOf(page: Page, place: Place): Locator {
  return page.getByRole('row').filter({ hasText: place.venue_name });
}

/** The only account of a platform is chosen by itself. */
async function accountIsChosen(page: Page): Promise<void> {
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  const account = page.getByRole('button', { name: /Resy · .*Connected/ });
  await expect(account).toHaveAttribute('aria-pressed', 'true');
}

async function fillClient(page: Page, { first, last, email, card }: Client): Promise<void> {
  await page.getByRole('link', { name: 'Add Reservation' }).click();
  await expect(button(page, 'Continue')).toBeDisabled();
  await accountIsChosen(page);
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Zip code').fill('10012');
  await page.getByRole('textbox', { name: 'Phone' }).fill('2125550123');
  await page.getByLabel('Save this client in my client book').check();
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('CVV').fill('7319');
  await page.getByLabel('Expiry month').selectOption('07');
  await page.getByLabel('Expiry year').selectOption({ index: 3 });
  await button(page, 'Continue').click();
}

async function choose(page: Page, place: Place, date: string): Promise<void> {
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await button(page, /^Restaurant:/).click();
  const dialog = page.getByRole('dialog', { name: 'Add Restaurant' });
  await dialog.getByRole('searchbox').fill(place.venue_name);
  await dialog.getByRole('button', { name: place.venue_name }).click();
  await button(page, 'Confirm').click();
  await fillRequest(page, { date });
  await reserve(page);
}
