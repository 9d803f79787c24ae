// Keeps the page of one request open in Chromium for the scenario readiness (loadtests/scenarios/readiness.py).
// Whenever a readiness line changes on the page, the script prints {"at", "lines"}: the wall clock in ms, and the
// state of each line by its check. The script ends when its standard input ends.
import { once } from 'node:events';
import { chromium } from '@playwright/test';

const { BASE_URL, ACCESS_TOKEN, REFRESH_TOKEN, GROUP_ID } = process.env;
const { CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;

const browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
  ],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.exposeFunction('report', (at, lines) => {
  console.log(JSON.stringify({ at, lines }));
});
await page.addInitScript(
  ([access, refresh]) => {
    localStorage.setItem('token', JSON.stringify({ access_token: access, refresh_token: refresh }));
    let last = '';
    const look = () => {
      const lines = {};
      for (const line of document.querySelectorAll('.readiness [data-check]')) {
        lines[line.dataset.check] = line.dataset.state;
      }
      const text = JSON.stringify(lines, Object.keys(lines).sort());
      if (text === last || text === '{}') return;
      last = text;
      void window.report(performance.timeOrigin + performance.now(), lines);
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
    });
  },
  [ACCESS_TOKEN, REFRESH_TOKEN],
);
await page.goto(`${BASE_URL}/reservations?open=${GROUP_ID}`);
await page.getByRole('region', { name: 'Readiness' }).locator('[data-check]').first().waitFor();

await Promise.race([once(process.stdin, 'data'), once(process.stdin, 'end')]);
await browser.close();
process.exit(0);
