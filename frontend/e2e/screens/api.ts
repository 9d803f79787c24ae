/** Answers the page's API calls with the handlers of the unit tests, and watches its console. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { getResponse, type RequestHandler } from 'msw';
import { handlers, TOKENS } from '../../src/testing/handlers';

/** The time at which every screen is shown: a minute after the newest entry of the fixtures' timeline. */
export const NOW = new Date('2026-11-20T19:05:13.000Z');

export type Setup = {
  signedIn?: boolean;
  takesScreen?: boolean;
  mayNotify?: boolean;
  overrides?: RequestHandler[] | (() => RequestHandler[]);
  /** Whether the page preloads the code of other pages; if not, the user saves data. */
  preloads?: boolean;
  /** Whether this is the browser's first visit, which begins with local fonts. */
  isFirstVisit?: boolean;
};

/** Prepare the page before its first navigation; returns the console's complaints. */
export async function prepare(
  page: Page,
  {
    signedIn = true,
    takesScreen = false,
    mayNotify = false,
    overrides = [],
    preloads = false,
    isFirstVisit = false,
  }: Setup = {},
) {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // Some states contain a refused call, which the browser reports as an error.
    if (message.text().startsWith('Failed to load resource')) return;
    complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  if (mayNotify) {
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { value: 'granted' });
    });
  }
  if (!preloads) {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
  }
  if (!takesScreen) {
    await page.addInitScript(() => {
      localStorage.setItem('booked-screen', 'off');
    });
  }
  if (!isFirstVisit) {
    await page.addInitScript(() => {
      localStorage.setItem('fonts', 'requested');
    });
  }
  if (signedIn) {
    await page.addInitScript((tokens) => {
      localStorage.setItem('token', JSON.stringify(tokens));
    }, TOKENS);
  }
  // Only the clock stands still; timers run, so pending and ticking parts work. page.clock cannot be used: its Date
  // cannot be a base class, which the dates of other zones need. A subclass of Date cannot either: those ask its
  // prototype for every method.
  await page.addInitScript((now) => {
    window.Date = new Proxy(Date, {
      construct: (target, given: unknown[], made) =>
        Reflect.construct(target, given.length === 0 ? [now] : given, made) as object,
      get: (target, key) => (key === 'now' ? () => now : (Reflect.get(target, key) as unknown)),
    });
  }, NOW.getTime());
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  // There is no socket, and the page shows that it is connecting.
  await page.routeWebSocket('**/socket.io/**', (socket) => {
    socket.onMessage(() => undefined);
  });
  await answer(page, [...(typeof overrides === 'function' ? overrides() : overrides), ...handlers]);
  return complaints;
}

async function answer(page: Page, all: RequestHandler[]): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const found = await getResponse(
      all,
      new Request(request.url(), {
        method: request.method(),
        headers: request.headers(),
        body: request.postData(),
      }),
      { baseUrl: new URL(request.url()).origin },
    );
    if (found === undefined) throw new Error(`No answer for ${request.method()} ${request.url()}`);
    if (found.type === 'error') return route.abort();
    await route.fulfill({
      status: found.status,
      headers: Object.fromEntries(found.headers),
      body: await found.text(),
    });
  });
}

/** The page with its title and its fonts loaded. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // An address may open a dialog with the page, which hides the title from assistive technology.
  const title = page.locator('#root').getByRole('heading', { level: 1, includeHidden: true });
  await expect(title).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** By the system's setting, which the app follows without a saved choice. */
export async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** WCAG 2.0 to 2.2, A and AA, over the whole page. */
export async function expectAccessible(
  page: Page,
  what: string,
  { without = [] as string[] } = {},
): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .disableRules(without)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`).join(' | ')}`,
  );
  expect(found, what).toEqual([]);
}

export async function expectNothingWider(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang, 'nothing is wider than the screen').toBeLessThanOrEqual(0);
}

/** Load and decode every image, also those below the screen. The page replaces one that fails. */
export async function showImages(page: Page): Promise<void> {
  const areShown = () =>
    page.evaluate(async () => {
      const images = [...document.images];
      for (const image of images) Object.assign(image, { loading: 'eager', decoding: 'sync' });
      await Promise.allSettled(images.map((image) => image.decode()));
      return [...document.images].every((image) => image.complete && image.naturalWidth > 0);
    });
  await expect.poll(areShown).toBe(true);
}

/** Save a picture if `SHOTS` names a folder; nothing is compared. */
export async function shoot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder === undefined) return;
  if (fullPage) await showImages(page);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
}
