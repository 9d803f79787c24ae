/**
 * A newcomer's whole way, through every real part: sign up, connect, choose, file; a table frees on the platform's floor and
 * the page shows it booked. Then the same while the browser is offline, and a pause that holds.
 */
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import AxeBuilder from '@axe-core/playwright';

const CONTROL = process.env.SIM_CONTROL_URL ?? 'http://127.0.0.1:9100';
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Venue = { id: number; venue_id: number; venue_name: string };
type Booking = {
  user_email: string;
  date: string;
  time: string;
  party_size: number;
  status: string;
};

test.describe.configure({ mode: 'serial' });

test.describe('a newcomer', () => {
  const email = `newcomer-${Date.now().toString(36)}@tablehawk.test`;
  let page: Page;
  let venue: Venue;

  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext();
    page = await context.newPage();
  });
  test.afterAll(async () => {
    await page.context().close();
  });

  test('signs up and connects Resy', async ({ request }) => {
    await page.goto('/signup');
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('Newcomer');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Phone', { exact: true }).fill('2125550142');
    await page.getByLabel('Password', { exact: true }).fill('Table4two!');
    await page.getByLabel('Repeat password').fill('Table4two!');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/connect-accounts/);

    await page.getByLabel('Resy email').fill(email);
    await page.getByLabel('Resy password').fill('not the password');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Email and password do not match')).toBeVisible();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByLabel('Resy email').fill(email);
    await page.getByLabel('Resy password').fill('table-for-two');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Your Resy account successfully connected.')).toBeVisible();
    await noViolations(page);
    venue = await anOpenVenue(page, request);
    await page.getByRole('link', { name: 'Continue' }).click();
  });

  test('files a cancel request and sees it booked without a reload', async ({ request }) => {
    await page.getByRole('searchbox', { name: 'Search restaurants' }).fill(venue.venue_name);
    await page
      .getByRole('button', { name: `Reserve ${venue.venue_name}`, exact: true })
      .first()
      .click();
    await file(page, { daysAhead: 5 });
    const ticket = ticketFor(page, 0);
    await expect(ticket).toContainText('Watching');
    await noViolations(page);

    await free(request, { venue, date: isoDay(5), time: '19:30' });
    await expect(ticket).toHaveAttribute('data-status', 'confirmed');
    await expect(
      page.getByRole('listitem').filter({ hasText: venue.venue_name }).first(),
    ).toBeVisible();
    expect(await bookings(request, email)).toEqual([
      { user_email: email, date: isoDay(5), time: '19:30', party_size: 2, status: 'booked' },
    ]);
    await ticket.getByRole('link', { name: venue.venue_name, exact: true }).click();
    await expect(page.getByText('request filed', { exact: true })).toBeVisible();
    await noViolations(page);
    await page.keyboard.press('Escape');
  });

  test('was offline when it happened and is told once, right after', async ({ request }) => {
    await add(page, venue);
    await file(page, { daysAhead: 6 });
    const ticket = ticketFor(page, 0);
    await expect(ticket).toContainText('Watching');
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await free(request, { venue, date: isoDay(6), time: '19:30' });
    await expect.poll(async () => (await bookings(request, email)).length).toBe(2);
    await expect(ticket).not.toHaveAttribute('data-status', 'confirmed');

    await page.context().setOffline(false);
    await expect(ticket).toHaveAttribute('data-status', 'confirmed');
    await expect(page.locator('[data-status="confirmed"]')).toHaveCount(2);
  });

  test('pauses, and a table that frees then is left alone', async ({ request }) => {
    await add(page, venue);
    await file(page, { daysAhead: 7 });
    const ticket = ticketFor(page, 0);
    await expect(ticket).toContainText('Watching');
    await ticket.getByRole('button', { name: /^Pause/ }).click();
    await expect(ticket).toHaveAttribute('data-status', 'paused');
    // The button answers at once; the server has answered when its event arrived and the action is offered the other way.
    await expect(ticket.getByRole('button', { name: /^Unpause/ })).toBeEnabled();
    const polls = await finds(request, venue);
    const slots = await free(request, { venue, date: isoDay(7), time: '19:30' });
    // Nobody waits there now, so nobody asks; the stranger who takes the table proves that it was still free.
    await taken(request, slots[0]);
    expect(await finds(request, venue)).toBeGreaterThanOrEqual(polls);
    expect((await bookings(request, email)).map((booking) => booking.date)).not.toContain(
      isoDay(7),
    );
  });
});

test('a wrong password gets a sentence and no session', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('diner@tablehawk.test');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Email and password do not match.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

async function add(page: Page, venue: Venue): Promise<void> {
  await page.getByRole('link', { name: 'Restaurants' }).first().click();
  await page.getByRole('searchbox', { name: 'Search restaurants' }).fill(venue.venue_name);
  await page
    .getByRole('button', { name: `Reserve ${venue.venue_name}`, exact: true })
    .first()
    .click();
}

async function file(page: Page, { daysAhead }: { daysAhead: number }): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Add Reservation', level: 1 })).toBeVisible();
  await page
    .getByRole('radio', { name: '2', exact: true })
    .or(page.getByRole('button', { name: '2', exact: true }))
    .click();
  const day = new Date();
  day.setDate(day.getDate() + daysAhead);
  const label = day
    .toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric' })
    .replace(',', '');
  const button = page.getByRole('button', { name: label });
  if (!(await button.isVisible())) await page.getByRole('button', { name: /next month/i }).click();
  await button.click();
  await page
    .getByRole('radio', { name: /^Prime/ })
    .or(page.getByRole('button', { name: /^Prime/ }))
    .click();
  await page.getByRole('button', { name: 'Reserve', exact: true }).click();
  await expect(page).toHaveURL(/\/reservations($|\?)/);
}

function ticketFor(page: Page, position: number) {
  return page.locator('[data-group-id]').nth(position);
}

function isoDay(daysAhead: number): string {
  const day = new Date();
  day.setDate(day.getDate() + daysAhead);
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
}

/** A Resy restaurant that a Standard diner may reserve and whose book is open for two weeks. */
async function anOpenVenue(page: Page, request: APIRequestContext): Promise<Venue> {
  const floor = (await (await request.get(`${CONTROL}/venues`)).json()) as {
    venues: { source: string; id: number; release_rule: { days_ahead: number } }[];
  };
  const open = new Set(
    floor.venues
      .filter((row) => row.source === 'resy' && row.release_rule.days_ahead >= 14)
      .map((row) => row.id),
  );
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const { access_token } = JSON.parse(token) as { access_token: string };
  const answer = await request.get('/api/venues/', {
    headers: { Authorization: `Bearer ${access_token}` },
  });
  const { results } = (await answer.json()) as {
    results: (Venue & { premium: boolean; reservation_source: string })[];
  };
  const fitting = results.filter(
    (row) => row.reservation_source === 'resy' && !row.premium && open.has(row.venue_id),
  );
  // Another one for each run: whoever was left waiting by an earlier run has the older claim.
  const found = fitting[Date.now() % fitting.length];
  if (found === undefined) throw new Error('the first page lists no restaurant with a long book');
  return found;
}

async function free(
  request: APIRequestContext,
  { venue, date, time }: { venue: Venue; date: string; time: string },
): Promise<{ slot_id: number }[]> {
  const data = { source: 'resy', venue_id: venue.venue_id, date, time, party_size: 2 };
  const answer = await request.post(`${CONTROL}/free`, { data });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { slots: { slot_id: number }[] }).slots;
}

async function taken(
  request: APIRequestContext,
  slot: { slot_id: number } | undefined,
): Promise<void> {
  const answer = await request.post(`${CONTROL}/take`, { data: { slot_id: slot?.slot_id } });
  expect(answer.ok()).toBe(true);
}

async function bookings(request: APIRequestContext, email: string): Promise<Booking[]> {
  const answer = (await (await request.get(`${CONTROL}/bookings`)).json()) as {
    bookings: Booking[];
  };
  return answer.bookings
    .filter((row) => row.user_email === email)
    .map(({ user_email, date, time, party_size, status }) => ({
      user_email,
      date,
      time,
      party_size,
      status,
    }));
}

async function finds(request: APIRequestContext, venue: Venue): Promise<number> {
  const stats = (await (await request.get(`${CONTROL}/requests/stats`)).json()) as {
    by_key: { path: string; key: string; count: number }[];
  };
  return stats.by_key
    .filter((row) => row.path === '/4/find' && row.key.startsWith(`${venue.venue_id}|`))
    .reduce((sum, row) => sum + row.count, 0);
}

async function noViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(
    violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html ?? ''}`),
  ).toEqual([]);
}
