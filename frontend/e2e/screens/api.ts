/** Answers the page's API calls from the same handlers as the unit tests, and watches its console. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { getResponse, type RequestHandler } from 'msw';
import { handlers, TOKENS } from '../../src/testing/handlers';

type Setup = { theme: 'light' | 'dark'; signedIn?: boolean; overrides?: RequestHandler[] };

/** Prepares the page before its first navigation; returns what the console complained about. */
export async function prepare(page: Page, { theme, signedIn = true, overrides = [] }: Setup) {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // A refused call is part of some states; the browser reports each as an error of its own.
    if (message.text().startsWith('Failed to load resource')) return;
    complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.addInitScript(
    ({ theme: chosen, tokens }) => {
      localStorage.setItem('theme', chosen);
      if (tokens !== null) localStorage.setItem('token', JSON.stringify(tokens));
    },
    { theme, tokens: signedIn ? TOKENS : null },
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // There is no socket here, and a page that waits for one says so in its own words.
  await page.routeWebSocket('**/socket.io/**', (socket) => {
    socket.onMessage(() => undefined);
  });
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const answer = await getResponse(
      [...overrides, ...handlers],
      new Request(request.url(), {
        method: request.method(),
        headers: request.headers(),
        body: request.postData(),
      }),
      { baseUrl: new URL(request.url()).origin },
    );
    if (answer === undefined) throw new Error(`No answer for ${request.method()} ${request.url()}`);
    if (answer.type === 'error') return route.abort();
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    });
  });
  return complaints;
}

/** WCAG 2.0 to 2.2, A and AA, over the whole page. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
  );
  expect(found).toEqual([]);
}

/** Keeps a picture when `SHOTS` names a folder; nothing is compared. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder === undefined) return;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
