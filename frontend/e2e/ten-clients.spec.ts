/**
 * Ten requests for ten clients without a pointer, each the same again as the one before. Every key counts, Ctrl as
 * well. The report says how long it took; a time depends on the machine, so no limit is set here.
 */
import { isoDay } from './support/days';
import { grant } from './support/staff';
import { expect, test } from './support/test';

const MOST_KEYS = 60;

const [FIRST, ...TEN] = [
  ['Katherine', 'Johnson'],
  ['Ada', 'Lovelace'],
  ['Barbara', 'Liskov'],
  ['Claude', 'Shannon'],
  ['Donald', 'Knuth'],
  ['Frances', 'Allen'],
  ['Grace', 'Hopper'],
  ['Hedy', 'Lamarr'],
  ['Ivan', 'Sutherland'],
  ['Margaret', 'Hamilton'],
  ['Tim', 'Berners-Lee'],
] as const;

test('ten requests for ten clients take 60 keys at most', async ({
  page,
  browser,
  users,
  restaurants,
}) => {
  const concierge = await users.signUp('concierge');
  await grant(browser, concierge, 'Is concierge');
  await concierge.connectResy();
  await concierge.subscribe('premium');
  const first = await concierge.addClient(...FIRST);
  for (const [given, family] of TEN) await concierge.addClient(given, family);
  await concierge.fileRequest({ place: restaurants.next(), date: isoDay(6) }, first);

  // Counted by the page, so a chord is as many keys as a person presses.
  await page.addInitScript(() => {
    const counted = window as Window & { keys?: number };
    counted.keys = 0;
    addEventListener(
      'keydown',
      () => {
        counted.keys = (counted.keys ?? 0) + 1;
      },
      true,
    );
  });
  await concierge.openPage(page, '/reservations');
  await expect(page.getByRole('row', { name: /Katherine Johnson/ })).toBeVisible();
  await page.keyboard.press('j');

  const keys = () => page.evaluate(() => (window as Window & { keys?: number }).keys ?? 0);
  // Polled with each frame: the assertions of Playwright look up to a second later.
  const focused = (selector: string) =>
    page.waitForFunction((wanted) => document.activeElement?.matches(wanted) === true, selector);
  const before = await keys();
  const started = Date.now();
  for (const [given, family] of TEN) {
    await page.keyboard.press('s');
    await focused('[placeholder="Search by name, email or phone"]');
    await page.keyboard.type(given.slice(0, 2));
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (name) =>
        document.querySelector<HTMLInputElement>('[name="last_name"]')?.value === name &&
        document.querySelector('[role="dialog"]') === null,
      family,
    );
    const answer = page.waitForResponse(
      (one) =>
        one.request().method() === 'POST' && new URL(one.url()).pathname === '/api/reservations/',
    );
    await page.keyboard.press('Control+Enter');
    expect((await answer).status()).toBe(201);
    await focused('h1');
  }
  const tookMs = Date.now() - started;
  const pressed = (await keys()) - before;

  for (const [given, family] of TEN) {
    await expect(page.getByRole('row', { name: new RegExp(`${given} ${family}`) })).toBeVisible();
  }
  test.info().annotations.push({ type: 'measured', description: `${pressed} keys, ${tookMs} ms` });
  expect(pressed).toBeLessThanOrEqual(MOST_KEYS);
});
