/** Steps on the product's screens that several journeys take. */
import { expect, type Locator, type Page } from '@playwright/test';
import { dayName } from './days';
import type { Place } from './inventory';

/** A button by its name. Wide and narrow screens may each have one, of which one is visible. */
export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true }).filter({ visible: true });
}

/** A text. Wide and narrow screens may each have it, of which one is visible. */
export function visibleText(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true }).filter({ visible: true });
}

export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('.toast').filter({ hasText: text });
}

/** What the page reports: in a toast, or to screen readers alone if what it is about is on the screen. */
export function report(page: Page, text: string | RegExp): Locator {
  return page.locator('.toast, #root > [aria-live]').filter({ hasText: text });
}

/** The ticket of a request at this restaurant; with a date, of the request for that day. */
export function ticketOf(page: Page, place: Place, date?: string): Locator {
  const tickets = page
    .locator('[data-group-id]')
    .filter({ has: page.getByRole('link', { name: place.venue_name, exact: true }) });
  return date === undefined ? tickets : tickets.filter({ hasText: dayName(date) });
}

/** Search a restaurant in the listing and return its card. */
export async function findVenueCard(page: Page, place: Place): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Search restaurants' }).fill(place.venue_name);
  // The address changes after the pause in typing.
  await expect(page).toHaveURL((url) => url.searchParams.get('query') === place.venue_name);
  return page
    .getByRole('region', { name: 'All Restaurants' })
    .getByRole('article', { name: place.venue_name, exact: true });
}

export async function chooseDay(page: Page, date: string): Promise<void> {
  const calendar = page.getByRole('grid').first();
  const day = calendar.getByRole('button', { name: dayName(date) });
  await expect(calendar).toBeVisible();
  if (!(await day.isVisible())) {
    // The calendar opens at the chosen day, perhaps an offered one of the next month.
    const back = page.getByRole('button', { name: /previous month/i });
    const ahead = page.getByRole('button', { name: /next month/i });
    await ((await back.isEnabled()) ? back : ahead).click();
  }
  await day.click();
}

/** Open the sections of the request form below its sentence. */
export async function openOptions(page: Page): Promise<void> {
  const options = page.getByRole('button', { name: /^More options/ });
  await expect(options).toBeVisible();
  if ((await options.getAttribute('aria-expanded')) === 'false') await options.click();
  await expect(page.getByRole('heading', { name: 'Reservation Type' })).toBeVisible();
}

/** Fill in a request for two at prime time, except its restaurant. */
export async function fillRequest(page: Page, { date }: { date: string }): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Add Reservation', level: 1 })).toBeVisible();
  await openOptions(page);
  await button(page, '2').click();
  await chooseDay(page, date);
  await button(page, /^Prime/).click();
}

export async function reserve(page: Page): Promise<void> {
  await button(page, 'Reserve').click();
  await expect(page).toHaveURL(/\/reservations($|\?)/);
}

/** Pay on Stripe's page, or start the trial there, and wait for the page to which the payment leads. */
export async function payAtStripe(page: Page, label: 'Pay' | 'Start trial'): Promise<void> {
  await expect(page).toHaveURL(/\/c\/pay\//);
  await page.getByRole('button', { name: label }).click();
  await expect(page).not.toHaveURL(/\/c\/pay\/|\/profile/);
}
