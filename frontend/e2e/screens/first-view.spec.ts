/** How few clicks and controls a request with the defaults needs, and that they are on the first screen. */
import { expect, type Page, test } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import { user } from '../../src/testing/fixtures';
import { GROUPS } from '../../src/testing/reservations';
import { open, prepare } from './api';
import { as } from './states/common';

const MOST_CLICKS = 4;
const MOST_CONTROLS = 8;

/** Prepare a user who has never filed, and a screen of 720 or 844 px. */
async function begin(page: Page, project: string): Promise<void> {
  await page.setViewportSize(
    project === '390' ? { width: 390, height: 844 } : { width: 1280, height: 720 },
  );
  await prepare(page, {
    overrides: [
      as(user({ subscription_type: 'standard' })),
      http.post('/api/reservations/', () =>
        HttpResponse.json(
          { message: "Request filed. We're watching.", group: GROUPS[0] },
          { status: 201 },
        ),
      ),
    ],
  });
}

/** Click and count. The page must not need to scroll before. */
function clicks(page: Page): { on: (name: string | RegExp) => Promise<void>; count: () => number } {
  let count = 0;
  return {
    on: async (name) => {
      const button = page.getByRole('button', { name, exact: true }).filter({ visible: true });
      await expect(button.first()).toBeInViewport({ ratio: 1 });
      await button.first().click();
      count += 1;
    },
    count: () => count,
  };
}

/** The controls of the page itself on its first screen. */
function controlsInSight(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a, button, input, select, textarea)')]
      .filter((control) => {
        const { top, bottom, height } = control.getBoundingClientRect();
        return height > 0 && bottom > 0 && top < window.innerHeight && control.checkVisibility();
      })
      .map((control) => control.textContent),
  );
}

const COMING = '2026-12-04';

test('from the landing page with another party and day', async ({ page, baseURL }, { project }) => {
  await begin(page, project.name);
  await page.context().addCookies([{ name: 'signed_in', value: '1', url: baseURL ?? '' }]);
  // The server shows it at `/` and puts the coming Friday into it.
  await page.goto('/landing.html');
  const { on, count } = clicks(page);
  const request = page.getByRole('search', { name: 'Your request' });
  for (const name of ['Party size', 'Restaurant', 'Day', 'Time'])
    await expect(request.getByLabel(name)).toBeInViewport({ ratio: 1 });
  expect((await controlsInSight(page)).length).toBeLessThanOrEqual(MOST_CONTROLS);
  await request.getByLabel('Restaurant').fill('Petit');
  await request.getByLabel('Day').fill(COMING);
  await request.getByLabel('Party size').selectOption('4');
  await on('Find a table');
  const sentence = page.getByRole('group', { name: 'Your request in a sentence' });
  await expect(sentence.getByRole('button', { name: 'Party size: 4' })).toBeVisible();
  await page.getByRole('article', { name: 'Petit Quai' }).getByRole('link').last().click();
  const filed = page.waitForRequest(
    (sent) => sent.url().endsWith('/api/reservations/') && sent.method() === 'POST',
  );
  await on('Watch this table');
  expect((await filed).postDataJSON()).toMatchObject({
    reservation: { party_size: 4, dates: [COMING], start_time: '18:30', end_time: '20:30' },
  });
  await expect(page).toHaveURL(/\/reservations$/);
  // With the party and the restaurant's card.
  expect(2 + count()).toBeLessThanOrEqual(MOST_CLICKS);
});

test('from the listing with another party', async ({ page }, { project }) => {
  await begin(page, project.name);
  await open(page, '/?query=Petit');
  const { on, count } = clicks(page);
  await on('Party size: 2');
  await on('4');
  await page.getByRole('article', { name: 'Petit Quai' }).getByRole('link').last().click();
  await expect(page.getByRole('button', { name: 'Party size: 4' })).toBeVisible();
  await on('Watch this table');
  await expect(page).toHaveURL(/\/reservations$/);
  expect(1 + count()).toBeLessThanOrEqual(MOST_CLICKS);
});

test('from the listing with the defaults', async ({ page }, { project }) => {
  await begin(page, project.name);
  await open(page, '/?query=Petit');
  const { on, count } = clicks(page);
  const card = page.getByRole('article', { name: 'Petit Quai' }).first();
  await card.getByRole('button', { name: 'Reserve' }).click();
  await expect(page.getByRole('heading', { name: 'Add Reservation' })).toBeVisible();
  for (const word of ['Party size: 2', 'Restaurant: Petit Quai', /^Day: /, 'Time: 7:30 PM'])
    await expect(page.getByRole('button', { name: word, exact: true })).toBeInViewport({
      ratio: 1,
    });
  expect((await controlsInSight(page)).length).toBeLessThanOrEqual(MOST_CONTROLS);
  await on('Reserve');
  await expect(page).toHaveURL(/\/reservations$/);
  expect(1 + count()).toBeLessThanOrEqual(MOST_CLICKS);
});

test('from the restaurant’s page with the defaults', async ({ page }, { project }) => {
  await begin(page, project.name);
  await open(page, '/restaurant/1');
  const { on, count } = clicks(page);
  await on('Watch this table');
  await expect(page).toHaveURL(/\/reservations$/);
  expect(count()).toBeLessThanOrEqual(MOST_CLICKS);
});

test('from the restaurant’s page with another party and time', async ({ page }, { project }) => {
  await begin(page, project.name);
  await open(page, '/restaurant/1');
  const { on, count } = clicks(page);
  if (project.name === '390')
    await page.getByRole('button', { name: /^Time/ }).scrollIntoViewIfNeeded();
  await on('Party size: 2');
  await on('4');
  await on('Watch this table');
  await expect(page).toHaveURL(/\/reservations$/);
  expect(count()).toBeLessThanOrEqual(MOST_CLICKS);
});
