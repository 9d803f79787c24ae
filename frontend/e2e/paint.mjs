// Keeps the reservations page open in Chromium and records when each ticket showed "Booked": the end of the bench
// "outcome committed -> painted" (loadtests/bench/paint.py). Requests filed during the run wait above the list, so
// the script clicks their button as soon as it appears. Speaks JSON lines: {"ready":true}, then, after a line on its
// input, {"<group id>": <wall clock in ms of the frame after the change>}.
import { once } from 'node:events';
import { chromium } from '@playwright/test';

const { BASE_URL, ACCESS_TOKEN, REFRESH_TOKEN, CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;

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
await page.addInitScript(
  ([access, refresh]) => {
    localStorage.setItem('token', JSON.stringify({ access_token: access, refresh_token: refresh }));
    window.painted = {};
    const look = () => {
      for (const button of document.querySelectorAll('main button')) {
        if (/^Show \d+ new requests?$/.test(button.textContent)) button.click();
      }
      for (const ticket of document.querySelectorAll('[data-group-id][data-status="confirmed"]')) {
        const group = ticket.dataset.groupId;
        if (group in window.painted) continue;
        window.painted[group] = null;
        // The next frame paints the change; a message posted from it is handled after the paint.
        requestAnimationFrame(() => {
          const drawn = new MessageChannel();
          drawn.port1.onmessage = () => {
            window.painted[group] = performance.timeOrigin + performance.now();
          };
          drawn.port2.postMessage(null);
        });
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
    });
  },
  [ACCESS_TOKEN, REFRESH_TOKEN],
);
await page.goto(`${BASE_URL}/reservations`);
await page.getByRole('heading', { name: 'Reservations', level: 1 }).waitFor();
await page.getByText('Live', { exact: true }).waitFor();
console.log(JSON.stringify({ ready: true }));

// If the process that started this one is gone, nobody reads the answer, and the browser must end.
await Promise.race([once(process.stdin, 'data'), once(process.stdin, 'end')]);
console.log(JSON.stringify(await page.evaluate(() => window.painted)));
await browser.close();
process.exit(0);
