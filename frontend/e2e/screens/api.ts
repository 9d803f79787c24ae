/** Answers the page's API calls from the same handlers as the unit tests, and watches its console. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { getResponse, type RequestHandler } from 'msw';
import { handlers, TOKENS } from '../../src/testing/handlers';

/** The moment at which every screen is looked at: a minute after the newest line of the fixtures' story. */
export const NOW = new Date('2026-11-20T19:05:13.000Z');

export type Setup = {
  signedIn?: boolean;
  overrides?: RequestHandler[] | (() => RequestHandler[]);
  /** Whether the page loads the code of other pages while it is idle; off, it sees a user who saves data. */
  preloads?: boolean;
};

/** Prepares the page before its first navigation; returns what the console complained about. */
export async function prepare(
  page: Page,
  { signedIn = true, overrides = [], preloads = false }: Setup = {},
) {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // A refused call is part of some states; the browser reports each as an error of its own.
    if (message.text().startsWith('Failed to load resource')) return;
    complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  if (!preloads) {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
  }
  if (signedIn) {
    await page.addInitScript((tokens) => {
      localStorage.setItem('token', JSON.stringify(tokens));
    }, TOKENS);
  }
  // Only the clock stands still: timers run, so what waits or ticks still does. Not by page.clock: its Date cannot
  // be a base class, and the dates of other zones are made of one. Nor by a class below Date: they ask its prototype
  // for every method there is.
  await page.addInitScript((now) => {
    window.Date = new Proxy(Date, {
      construct: (target, given: unknown[], made) =>
        Reflect.construct(target, given.length === 0 ? [now] : given, made) as object,
      get: (target, key) => (key === 'now' ? () => now : (Reflect.get(target, key) as unknown)),
    });
  }, NOW.getTime());
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  // There is no socket here, and a page that waits for one says so in its own words.
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

/** The page with its title, its fonts loaded. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // An address may open a dialog with the page, which hides the title from assistive technology.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** As the system turns it: the app follows, as nobody has chosen otherwise. */
export async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** WCAG 2.0 to 2.2, A and AA, over the whole page. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
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

/** Keeps a picture when `SHOTS` names a folder; nothing is compared. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder === undefined) return;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
