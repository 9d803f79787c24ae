// A concierge's table of thousands of rows in Chromium, for `make bench` (loadtests/bench/desk.py). Reads one command a
// line and answers each with one JSON line:
//   open     open the page: ms to the first rows and to all of them, nodes, ms when opened again from another page
//   scroll   scroll by the wheel: ms of each frame
//   watch    begin to record when rows show a newer "last check"; {visible: [group ids]}
//   painted  [[ms of that check, ms of the frame that showed it], …] since then
//   plain    the same rows as a plain table: nodes, ms to paint, frames while scrolling, ms from a change to its frame
//   close    end the browser
/* global bench -- what this file puts into the page */
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';

const {
  BASE_URL,
  ACCESS_TOKEN,
  REFRESH_TOKEN,
  EACH_EVENT,
  CHROMIUM_PATH = '/usr/bin/chromium',
} = process.env;
const WHEELS = 120;
const CHANGES = 40;

const browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
  ],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
// A busy machine is no failure: it shows in the measurements.
context.setDefaultTimeout(120_000);
const page = await context.newPage();
await page.addInitScript(
  ([access, refresh]) => {
    localStorage.setItem('token', JSON.stringify({ access_token: access, refresh_token: refresh }));
    const frame = window.requestAnimationFrame.bind(window);
    const wallClock = () => performance.timeOrigin + performance.now();
    window.bench = {
      /** The baseline: work that the page schedules for the next frame runs for each event alone. */
      dropFrames: () => {
        window.requestAnimationFrame = (work) => {
          queueMicrotask(() => work(performance.now()));
          return 0;
        };
      },
      /** After the present document is painted: a message posted from the next frame is handled after it. */
      drawn: () =>
        new Promise((resolve) => {
          frame(() => {
            const drawn = new MessageChannel();
            drawn.port1.onmessage = () => resolve(wallClock());
            drawn.port2.postMessage(null);
          });
        }),
      frames: () => {
        const deltas = [];
        let last = null;
        let isOn = true;
        const next = (now) => {
          if (last !== null) deltas.push(now - last);
          last = now;
          if (isOn) frame(next);
        };
        frame(next);
        return () => {
          isOn = false;
          return deltas;
        };
      },
      rows: () => [...document.querySelectorAll('[role="row"][data-group-id]')],
      first: null,
      painted: [],
    };
    const firstRows = new MutationObserver(() => {
      if (bench.rows().length === 0) return;
      firstRows.disconnect();
      void bench.drawn().then((at) => (bench.first = at - performance.timeOrigin));
    });
    firstRows.observe(document, { subtree: true, childList: true });
  },
  [ACCESS_TOKEN, REFRESH_TOKEN],
);

const answers = {
  async open() {
    await page.goto(`${BASE_URL}/reservations`);
    await page.waitForFunction(() => bench.first !== null);
    const all = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const look = () => {
            const status = document.querySelector('.request-table-bar [role="status"]');
            if (status !== null && !status.textContent.includes('loaded')) {
              resolve(performance.now());
            } else setTimeout(look, 20);
          };
          look();
        }),
    );
    await page.getByText('Live', { exact: true }).waitFor();
    const { first, nodes } = await page.evaluate(() => ({
      first: bench.first,
      nodes: document.body.querySelectorAll('*').length,
    }));
    const header = page.getByRole('navigation', { name: 'Main', exact: true });
    await header.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    const again = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const link = document.querySelector('header nav a[href="/reservations"]');
          const started = performance.timeOrigin + performance.now();
          const seen = new MutationObserver(() => {
            if (bench.rows().length === 0) return;
            seen.disconnect();
            void bench.drawn().then((at) => resolve(at - started));
          });
          seen.observe(document, { subtree: true, childList: true });
          link.click();
        }),
    );
    return { first, all, nodes, again };
  },

  scroll: () => scrolled(page),

  async watch() {
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(300);
    // Not earlier: a listener that polls with each frame (such as Playwright's own waiting) would keep the page
    // alive.
    if (EACH_EVENT === '1') await page.evaluate(() => bench.dropFrames());
    return page.evaluate(() => {
      bench.painted = [];
      bench.watching?.disconnect();
      const shown = new Map();
      const newer = () => {
        const checks = [];
        for (const row of bench.rows()) {
          const at = row.querySelector('time')?.dateTime;
          if (at === undefined || shown.get(row.dataset.groupId) === at) continue;
          shown.set(row.dataset.groupId, at);
          checks.push(Date.parse(at));
        }
        return checks;
      };
      // Rows that are already there do not count.
      newer();
      bench.watching = new MutationObserver(() => {
        const checks = newer();
        if (checks.length === 0) return;
        void bench.drawn().then((drawn) => {
          for (const at of checks) bench.painted.push([at, drawn]);
        });
      });
      bench.watching.observe(document.querySelector('[role="grid"]'), {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['datetime'],
      });
      const inSight = (row) => row.getBoundingClientRect().bottom < innerHeight;
      return {
        visible: bench
          .rows()
          .filter(inSight)
          .map((row) => Number(row.dataset.groupId)),
      };
    });
  },

  async painted() {
    return { painted: await page.evaluate(() => bench.painted) };
  },

  async plain() {
    const rows = [];
    for (let number = 1, pages = 1; number <= pages; number += 1) {
      const answer = await context.request.get(`${BASE_URL}/api/reservations/`, {
        params: { page: number, page_size: 500 },
        headers: { Authorization: `Bearer ${ACCESS_TOKEN}` },
      });
      const body = await answer.json();
      pages = body.pages;
      rows.push(...body.groups);
    }
    await page.goto(`${BASE_URL}/terms`);
    const measured = await page.evaluate(
      async ([groups, changes]) => {
        // The page's policy accepts no plain text as markup.
        const asWritten = trustedTypes.createPolicy('bench', { createHTML: (text) => text });
        const cell = (text) => `<td>${text}</td>`;
        const html = groups
          .map(
            (group) =>
              `<tr><td><input type="checkbox"></td>${[
                group.book_on_behalf,
                group.venues.map((venue) => venue.venue_name).join(', '),
                group.dates.join(', '),
                `${group.start_time}–${group.end_time}`,
                group.party_size,
              ]
                .map(cell)
                .join(
                  '',
                )}<td><svg viewBox="0 0 24 24" width="16" height="16"><path d="M2 12h20"/><circle cx="12" cy="12" r="3"/></svg><b>Watching</b> <time>–</time></td>${cell(group.account_name)}</tr>`,
          )
          .join('');
        const started = performance.timeOrigin + performance.now();
        document.body.innerHTML = asWritten.createHTML(`<table>${html}</table>`);
        const first = (await bench.drawn()) - started;
        const times = [...document.querySelectorAll('time')];
        const changed = [];
        for (let turn = 0; turn < changes; turn += 1) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          const from = performance.timeOrigin + performance.now();
          times[turn % 15].textContent = `${turn} s ago`;
          changed.push((await bench.drawn()) - from);
        }
        return { nodes: document.body.querySelectorAll('*').length, first, changed };
      },
      [rows, CHANGES],
    );
    return { ...measured, frames: await scrolled(page) };
  },
};

async function scrolled(where) {
  await where.mouse.move(640, 600);
  await where.evaluate(() => (bench.stop = bench.frames()));
  for (let turn = 0; turn < WHEELS; turn += 1) {
    await where.mouse.wheel(0, turn % 10 === 9 ? 4000 : 500);
  }
  await where.waitForTimeout(500);
  return where.evaluate(() => bench.stop());
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'close') break;
  console.log(JSON.stringify(await answers[line]()));
}
await browser.close();
console.log('{}');
process.exit(0);
