/**
 * Components that load on a click, when their code does not load: the page stays and says so, and the next click
 * works.
 */
import { expect, type Locator, type Page, type Route, test } from '@playwright/test';
import { aConcierge } from '../../src/testing/clients';
import { aRequestTable, tableHandlers } from '../../src/testing/concierge-table';
import { open, prepare } from './api';
import { as } from './states/common';

const OFFLINE = "You're offline. Press again when you're back online.";
const FAILED = "This didn't load. Press again to retry.";

/** From now on no file of the build loads. The API still answers. */
const breakServer = (page: Page) =>
  page.route('**/assets/**', (route) => route.fulfill({ status: 503, body: 'Restarting' }));
const mendServer = (page: Page) => page.unroute('**/assets/**');

/** Click, and wait for a new toast, not one that was there before. */
async function clickInVain(page: Page, button: Locator, sentence: string): Promise<void> {
  await page.locator('.toast').evaluateAll((toasts) => {
    for (const toast of toasts) toast.setAttribute('data-before', '');
  });
  await button.click();
  await expect(page.locator('.toast:not([data-before])', { hasText: sentence })).toBeVisible();
  await expect(page.locator('.toast', { hasText: sentence })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).and(page.locator(':visible')).first();

for (const { failure, sentence, begin, end } of [
  {
    failure: 'without a network',
    sentence: OFFLINE,
    begin: (page: Page) => page.context().setOffline(true),
    end: (page: Page) => page.context().setOffline(false),
  },
  { failure: 'while the server restarts', sentence: FAILED, begin: breakServer, end: mendServer },
]) {
  test(`the first click on menu, bell and dialogs ${failure}`, async ({ page }, { project }) => {
    await prepare(page);
    await open(page, '/reservations');
    const account = button(page, /^Account menu/);
    const bell = button(page, /^Notifications/);
    const remove = button(page, /^Delete/);
    await expect(remove).toBeVisible();
    await begin(page);
    for (const pressed of [account, bell, remove]) await clickInVain(page, pressed, sentence);
    if (project.name === '1280') {
      // By the keyboard alone it has no button.
      await page.locator('.toast').first().waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await expect(page.locator('.toast', { hasText: sentence })).toBeVisible();
    }

    await end(page);
    await account.click();
    await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible();
    await page.keyboard.press('Escape');
    for (const pressed of [bell, remove]) {
      await pressed.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
}

test('hanging code times out with a toast, and the page can be used meanwhile', async ({
  page,
}) => {
  await prepare(page);
  await open(page, '/reservations');
  const remove = button(page, /^Delete/);
  await expect(remove).toBeVisible();
  const held: Route[] = [];
  await page.route('**/assets/**', (route) => {
    held.push(route);
  });
  await remove.click();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.toast', { hasText: FAILED })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.unroute('**/assets/**');
  for (const route of held) await route.continue();
  await remove.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a tab without a network says so in its place, and loads when the network is back', async ({
  page,
}) => {
  await prepare(page);
  await open(page, '/profile?tab=personal');
  const close = button(page, 'Close account');
  await expect(close).toBeVisible();
  await page.context().setOffline(true);
  await clickInVain(page, close, OFFLINE);
  await page.getByRole('link', { name: 'Password' }).click();
  const tab = page.getByRole('region', { name: 'Password' });
  await expect(
    tab.getByText("You're offline. This part will load when you're back online."),
  ).toBeVisible();
  await page.context().setOffline(false);
  await expect(tab.getByLabel('New password', { exact: true })).toBeVisible();
});

test('a tab of a failing server loads again by its button', async ({ page }) => {
  await prepare(page);
  await open(page, '/profile');
  await breakServer(page);
  await page.getByRole('link', { name: 'Notifications' }).click();
  const tab = page.getByRole('region', { name: 'Notifications' });
  await expect(tab.getByText("This part didn't load.")).toBeVisible();
  await tab.getByRole('button', { name: 'Try Again' }).click();
  await expect(tab.getByText("This part didn't load.")).toBeVisible();
  await mendServer(page);
  await tab.getByRole('button', { name: 'Try Again' }).click();
  await expect(tab.getByRole('switch').first()).toBeVisible();
});

test('a table loads a failed style sheet again', async ({ page }) => {
  await prepare(page, { overrides: [as(aConcierge()), ...tableHandlers(aRequestTable(20))] });
  await page.route('**/assets/concierge-table-*.css', (route) => route.abort());
  await open(page, '/reservations');
  await expect(page.getByText("This part didn't load.")).toBeVisible();
  await page.unroute('**/assets/concierge-table-*.css');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('grid', { name: 'Requests' })).toBeVisible();
  // Without its styles it is a block; with them it depends on the width.
  await expect(page.locator('.request-table-filters')).not.toHaveCSS('display', 'block');
});

test('a page loads a failed style sheet again', async ({ page }) => {
  await prepare(page);
  await open(page, '/');
  await page.route('**/assets/profile-*.css', (route) => route.abort());
  await page.evaluate(() => {
    history.pushState({}, '', '/profile?tab=personal');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  const failed = page.getByRole('heading', { name: "This page didn't load" });
  await expect(failed).toBeVisible();
  await button(page, 'Try Again').click();
  await expect(failed).toBeVisible();
  await page.unroute('**/assets/profile-*.css');
  await button(page, 'Try Again').click();
  await expect(button(page, 'Close account')).toBeVisible();
  expect(
    await page.evaluate(() => [...document.styleSheets].map(({ href }) => href)),
  ).toContainEqual(expect.stringMatching(/profile-/));
});

test('a component that is gone after a deploy reloads the page', async ({ page }) => {
  await prepare(page);
  await open(page, '/reservations');
  await expect(button(page, /^Delete/)).toBeVisible();
  await page.route('**/assets/action-dialogs-*.js', (route) => route.fulfill({ status: 404 }));
  // The page of another build: its entry has another name.
  await page.route(/\/$/, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ contentType: 'text/html', body: '<script src="/assets/new.js"></script>' })
      : route.fallback(),
  );
  const reloaded = page.waitForEvent('load');
  await button(page, /^Delete/).click();
  await reloaded;
});

/** The link to the profile at this width. */
const toProfile = (page: Page) =>
  page.getByRole('link', { name: 'Profile' }).and(page.locator(':visible')).first();

test('a page without its code shows one offline state, and opens when the network is back', async ({
  page,
}) => {
  await prepare(page);
  await open(page, '/reservations');
  await page.context().setOffline(true);
  await toProfile(page).click();
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible();
  // By then the strip would show.
  await page.waitForTimeout(3000);
  await expect(page.getByText("You're offline").filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('The fault is ours')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
});

test('pages and dialogs open without a network after their code has loaded', async ({ page }) => {
  await prepare(page, { preloads: true });
  await open(page, '/reservations');
  await expect(button(page, /^Delete/)).toBeVisible();
  for (const part of ['profile', 'action-dialogs', 'close-dialog']) {
    await expect
      .poll(() =>
        page.evaluate(
          (name) =>
            performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
          `/assets/${part}`,
        ),
      )
      .toBe(true);
  }
  await page.context().setOffline(true);
  await button(page, /^Delete/).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await toProfile(page).click();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await expect(page.getByText("You're offline.").filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('The fault is ours')).toHaveCount(0);
});

for (const failure of ['internetdisconnected', 'failed'] as const) {
  test(`the last code of a start that is cut off (${failure}) throws nothing`, async ({ page }) => {
    const thrown: Error[] = [];
    page.on('pageerror', (error) => thrown.push(error));
    const chunk = '**/assets/service-worker-*.js';
    let requests = 0;
    await page.route(chunk, async (route) => {
      requests += 1;
      if (failure === 'internetdisconnected') await page.context().setOffline(true);
      await route.abort(failure);
    });
    await prepare(page);
    await open(page, '/reservations');
    await expect.poll(() => requests).toBe(1);
    await page.unroute(chunk);
    const again =
      failure === 'failed' ? null : page.waitForResponse(/\/assets\/service-worker-.*\.js$/);
    await page.context().setOffline(false);
    await again;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(thrown).toEqual([]);
  });
}
