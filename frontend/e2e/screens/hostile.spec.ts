/**
 * Texts of users and restaurants are text. Every text field of the API's answers is replaced by a script; no screen
 * may run it, turn it into an element or violate its policy, and each shows it as written.
 */
import { expect, type Page, test } from '@playwright/test';
import { http, HttpResponse, type RequestHandler } from 'msw';
import { STORIES } from '../../src/testing/blogs';
import { aClient, aConcierge } from '../../src/testing/clients';
import { user, venueDetail, VENUES } from '../../src/testing/fixtures';
import { aPage } from '../../src/testing/reservation-fixtures';
import { groupAt, STORY } from '../../src/testing/reservations';
import { open, prepare } from './api';

const SCRIPT = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">';

const concierge = aConcierge();
const me = user({
  ...concierge,
  first_name: SCRIPT,
  last_name: SCRIPT,
  resy_accounts:
    concierge.resy_accounts?.map((account) => ({ ...account, resy_username: SCRIPT })) ?? [],
});
const venue = {
  ...venueDetail(2),
  venue_name: SCRIPT,
  neighborhood: SCRIPT,
  cuisine: SCRIPT,
  address1: SCRIPT,
  need_to_know: SCRIPT,
  release_text: SCRIPT,
  seating_types: JSON.stringify([SCRIPT]),
  phone_number: SCRIPT,
  website: 'javascript:window.hacked=1',
};
const venues = [venue, ...VENUES.slice(2, 4)];
const page1 = {
  results: venues,
  count: venues.length,
  page: 1,
  page_size: venues.length,
  pages: 1,
};
const group = groupAt(
  ['Petit Quai'],
  { venue_name: SCRIPT },
  {
    group_id: 4127,
    book_on_behalf: SCRIPT,
    account_name: SCRIPT,
    client: {
      first_name: SCRIPT,
      last_name: SCRIPT,
      email: SCRIPT,
      phone: '+12125550123',
      zip_code: '10012',
      cc_number: null,
      exp_month: null,
      exp_year: null,
    },
  },
);
const groups = [{ ...group, venues: group.venues.map((one) => ({ ...one, venue_name: SCRIPT })) }];
const client = aClient({ first_name: SCRIPT, last_name: SCRIPT, email: SCRIPT });

const stories = STORIES.map((story) => ({
  ...story,
  title: SCRIPT,
  summary: SCRIPT,
  category: SCRIPT,
  body: SCRIPT,
  image_alt: SCRIPT,
}));

const hostile: RequestHandler[] = [
  http.get('/api/blog/featured/', () => HttpResponse.json(stories)),
  http.get('/api/blog/how-a-book-opens/', () => HttpResponse.json(stories[1])),
  http.get('/api/users/me/', () => HttpResponse.json(me)),
  http.get('/api/venues/', () => HttpResponse.json(page1)),
  http.get('/api/venues/search/', () => HttpResponse.json(page1)),
  http.get('/api/venues/featured/', () => HttpResponse.json(venues)),
  http.get('/api/venues/premium/', () => HttpResponse.json(venues)),
  http.get('/api/venues/locations/', () =>
    HttpResponse.json({ locations: [{ neighborhood: SCRIPT, locality: SCRIPT, count: 1 }] }),
  ),
  http.get('/api/venues/2/', () => HttpResponse.json(venue)),
  http.get('/api/reservations/', () =>
    HttpResponse.json(
      aPage(groups, {
        warnings: [{ code: 'several_tasks', message: SCRIPT, group_ids: [4127] }],
      }),
    ),
  ),
  http.get('/api/reservations/4127/', () => HttpResponse.json(groups[0])),
  http.get('/api/reservations/4127/timeline/', () =>
    HttpResponse.json({
      group_id: 4127,
      entries: STORY.map((entry) => ({ ...entry, venue_name: SCRIPT, reason_text: SCRIPT })),
      totals: { checks: 1, seen: 1, attempts: 1, lost: 0, booked: 0 },
    }),
  ),
  http.get('/api/clients/', () =>
    HttpResponse.json({ clients: [client], count: 1, page: 1, pages: 1 }),
  ),
];

const SCREENS: { path: string; says: string; act?: (page: Page) => Promise<void> }[] = [
  { path: '/', says: 'a restaurant’s name' },
  {
    path: '/',
    says: 'the name of the chosen one, and the list of the premium ones',
    act: async (page) => {
      await page.getByRole('button', { name: 'Premium Restaurants' }).click();
      await expect(page.getByRole('dialog').getByText(SCRIPT).first()).toBeVisible();
    },
  },
  { path: '/venues/top-picks/', says: 'a restaurant’s name' },
  { path: '/restaurant/2', says: 'what a restaurant writes of itself' },
  {
    path: '/reservations?open=4127',
    says: 'restaurant, client and account on a ticket and its story',
  },
  {
    path: '/reservations/add-reservation',
    says: 'the clients of the book',
    act: async (page) => {
      await page.getByRole('button', { name: /^Client book/ }).click();
      await expect(page.getByRole('option').getByText(SCRIPT).first()).toBeVisible();
    },
  },
  { path: '/reservations/edit-reservation/4127', says: 'the client of a request' },
  { path: '/blogs/how-a-book-opens', says: 'a story' },
  { path: '/profile?tab=personal', says: 'the user’s own name' },
  { path: '/connect-accounts', says: 'the name of an account' },
];

for (const { path, says, act } of SCREENS) {
  test(`${path} takes a script in ${says} as text`, async ({ page }) => {
    const complaints = await prepare(page, { overrides: hostile });
    await open(page, path);
    await act?.(page);
    await expect
      .poll(() =>
        page.evaluate((script) => {
          const { body } = document;
          const typed = [...document.querySelectorAll('input')].map((input) => input.value);
          return [body.textContent, ...typed].join(' ').includes(script);
        }, SCRIPT),
      )
      .toBe(true);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.locator('[onerror], body script, a[href^="javascript:"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
}

test('the page has no inline script, and its policy allows none', async ({ page }) => {
  const answer = await page.goto('/login');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|nonce-|sha\d/);
  const inline = page.locator('script:not([src]), style, [style*="expression"]');
  expect(await inline.count()).toBe(0);
  const handlers = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
  );
  expect(handlers).toEqual([]);
});
