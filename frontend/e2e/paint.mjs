// Keeps the reservations page open in Chromium and notes when each ticket showed "Booked": the far end of the bench
// "outcome committed -> painted" (loadtests/bench/paint.py). What is filed meanwhile waits above the list until its
// button is pressed, which is done as soon as it is there. Speaks JSON lines: {"ready":true}, then, after a line on
// its input, {"<group id>": <wall clock in ms of the frame after the change>}.
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
        // The next frame draws the change; a message sent from it is taken once it is drawn.
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

// Whoever opened the page may be gone: then nobody wants the answer, and the browser must not stay.
await Promise.race([once(process.stdin, 'data'), once(process.stdin, 'end')]);
console.log(JSON.stringify(await page.evaluate(() => window.painted)));
await browser.close();
process.exit(0);
