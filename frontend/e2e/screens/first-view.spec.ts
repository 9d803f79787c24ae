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
