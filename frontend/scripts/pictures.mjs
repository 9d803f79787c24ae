// `make pictures`: takes the pictures of README.md and docs/ from a running Tablehawk with its demo data. One request of
// the demo's Pro user gets a table, and each page is taken in light and dark. PNGs go to docs/pictures/, the landing page's
// preview image to public/assets/.
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';

const {
  BASE_URL = 'http://127.0.0.1:8000',
  SIM_CONTROL_URL = 'http://127.0.0.1:9100',
  CHROMIUM_PATH = '/usr/bin/chromium',
} = process.env;
const FOLDER = new URL('../../docs/pictures/', import.meta.url).pathname;
const PREVIEW = new URL('../public/assets/open-graph.png', import.meta.url).pathname;
const SIZES = [
  { suffix: '', width: 1280, height: 800 },
  { suffix: '-390', width: 390, height: 844 },
];

async function post(url, body, token) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function groups(token) {
  const answer = await fetch(`${BASE_URL}/api/reservations/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).groups;
}

/** Frees a table for one watched request and waits until it is booked. */
async function bookOne(token) {
  const known = await groups(token);
  if (known.some((group) => group.status === 'confirmed')) return;
  const group = known.find((one) => one.status === 'active' && one.snipe_type === 'cancel');
  const venue = group.venues[0];
  await post(`${SIM_CONTROL_URL}/free`, {
    source: venue.reservation_source,
    venue_id: venue.venue_id,
    date: group.dates[0],
    time: group.start_time.slice(0, 5),
    party_size: group.party_size,
  });
  for (let tries = 0; tries < 60; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if ((await groups(token)).some((one) => one.status === 'confirmed')) return;
  }
  throw new Error('the freed table was not booked within a minute');
}

const { user } = await post(`${BASE_URL}/api/users/login/`, {
  email: 'pro@tablehawk.test',
  password: 'Table4two!',
});
await bookOne(user.access_token);
const released = (await groups(user.access_token)).find((one) => one.snipe_type === 'release');
const PAGES = [
  { name: 'landing', path: '/', shows: '.landing-story', signedIn: false },
  { name: 'reservations', path: '/reservations', shows: '[data-group-id]', signedIn: true },
  { name: 'restaurant', path: `/restaurant/${released.venues[0].id}`, shows: 'h1', signedIn: true },
];

/** The page when its fonts and pictures are there. */
async function openPage({ path, shows, signedIn, ...options }) {
  const page = await browser.newPage({
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    ...options,
  });
  if (signedIn) {
    await page.context().addCookies([{ name: 'signed_in', value: '1', url: BASE_URL }]);
    await page.addInitScript((tokens) => localStorage.setItem('token', JSON.stringify(tokens)), {
      access_token: user.access_token,
      refresh_token: user.refresh_token,
    });
  }
  await page.goto(`${BASE_URL}${path}`);
  await page.locator(shows).first().waitFor();
  if (signedIn) await page.getByText('Live', { exact: true }).first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(1500);
  return page;
}

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
});
for (const colorScheme of ['light', 'dark']) {
  for (const { name, ...rest } of PAGES) {
    for (const { suffix, ...viewport } of SIZES) {
      const page = await openPage({ ...rest, colorScheme, viewport });
      await page.screenshot({ path: `${FOLDER}${name}${suffix}-${colorScheme}.png` });
      await page.close();
    }
  }
}
const preview = await openPage({
  ...PAGES[0],
  colorScheme: 'light',
  viewport: { width: 1200, height: 630 },
});
// A preview cannot be clicked.
await preview.evaluate(() => {
  for (const part of document.querySelectorAll('.header nav, .header-end')) part.remove();
});
await preview.screenshot({ path: PREVIEW });
await browser.close();
