/** What the page shows before the application's code has loaded, and that nothing moves afterwards. */
import { expect, test, type Page } from '@playwright/test';
import { open, prepare, shoot, THEMES } from './api';

const CODE = /\/assets\/(?!first-paint).*\.js$/;

const PAGES = [
  { path: '/', signedIn: true, visible: ['.header', '.logo', '.tab-bar', 'h1', '.listing-lead'] },
  { path: '/reservations', signedIn: true, visible: ['.header', '.logo', '.tab-bar', 'h1'] },
  { path: '/terms', signedIn: false, visible: ['.header', '.logo'] },
  { path: '/restaurants', signedIn: false, visible: ['.header', '.logo', 'h1', '.listing-lead'] },
  { path: '/login', signedIn: false, visible: ['.logo', '.auth-art'] },
  { path: '/signup', signedIn: false, visible: ['.logo', '.auth-art'] },
  // Its guard leads to the login.
  { path: '/reservations', signedIn: false, visible: ['.logo', '.auth-art'] },
];

/** The page without the application: its code never arrives. */
async function openWithoutCode(page: Page, path: string) {
  await page.route(CODE, (route) => route.abort());
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const boxesOf = (page: Page, selectors: readonly string[]) =>
  Promise.all(
    selectors.map((selector) =>
      page.locator(selector).filter({ visible: true }).first().boundingBox(),
    ),
  );

for (const { path, signedIn, visible } of PAGES) {
  const who = signedIn ? 'a user' : 'a visitor';
  test(`the first paint of ${path} for ${who} is where the page has it`, async ({ page }, info) => {
    const shown =
      info.project.name === '390' ? visible : visible.filter((part) => part !== '.tab-bar');
    await prepare(page, { signedIn });
    await openWithoutCode(page, path);
    const before = await boxesOf(page, shown);
    expect(before).not.toContain(null);
    for (const theme of THEMES) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      await shoot(
        page,
        `first-paint-${signedIn ? 'in' : 'out'}${path.replaceAll('/', '-')}-${info.project.name}-${theme}`,
      );
    }

    await page.unroute(CODE);
    await open(page, path);
    expect(await boxesOf(page, shown)).toEqual(before);
    await expect(page.locator('.first-paint')).toHaveCount(0);
  });
}

test('a screen reader does not read the first paint', async ({ page }) => {
  await prepare(page);
  await openWithoutCode(page, '/');
  await expect(page.locator('.first-paint .logo').first()).toBeVisible();
  expect(await page.locator('body').ariaSnapshot()).toBe('');
});

test('the first paint has the chosen theme, not the system’s', async ({ page }) => {
  await prepare(page);
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark');
  });
  await openWithoutCode(page, '/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.unroute(CODE);
  await open(page, '/');
  await expect(page.locator('body')).toHaveCSS('background-color', paper);
});
