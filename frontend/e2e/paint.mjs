// Keeps the reservations page open in Chromium and records when each ticket showed "Booked": the end of the bench
// "outcome committed -> painted" (loadtests/bench/paint.py). Requests filed during the run wait above the list, so
// the script clicks their button as soon as it appears. Speaks JSON lines: {"ready":true}, then, after a line on its
// input, {"<group id>": {"received", "rendered", "painted"}}: wall clock in ms of the socket's frame with the outcome,
// of the change of the ticket, and of the frame after it.
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
    window.steps = {};
    const now = () => performance.timeOrigin + performance.now();
    const stepsOf = (group) => (window.steps[group] ??= {});
    window.WebSocket = class extends WebSocket {
      constructor(...given) {
        super(...given);
        this.addEventListener('message', ({ data }) => {
          const found = /"reservation\.outcome".*"group_id":(\d+)/.exec(data);
          if (found !== null) stepsOf(found[1]).received ??= now();
        });
      }
    };
    const look = () => {
      for (const button of document.querySelectorAll('main button')) {
        if (/^Show \d+ new requests?$/.test(button.textContent)) button.click();
      }
      for (const ticket of document.querySelectorAll('[data-group-id][data-status="confirmed"]')) {
        const steps = stepsOf(ticket.dataset.groupId);
        if (steps.rendered !== undefined) continue;
        steps.rendered = now();
        // The next frame paints the change; a message posted from it is handled after the paint.
        requestAnimationFrame(() => {
          const drawn = new MessageChannel();
          drawn.port1.onmessage = () => {
            steps.painted = now();
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
console.log(JSON.stringify(await page.evaluate(() => window.steps)));
await browser.close();
process.exit(0);
