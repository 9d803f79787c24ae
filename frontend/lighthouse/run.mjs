/**
 * Lighthouse, mobile, on a running Tablehawk at BASE_URL: the landing page, the login, and the restaurants and
 * reservations of a demo user, RUNS times each in a browser of its own. Writes docs/measurements/lighthouse.md
 * and exits 1 if the median of a page is below its goal.
 *
 * Before each run it pauses for PAUSE seconds: a shared machine gives less to a process that has just worked.
 *
 * `REPORTS=folder` keeps each run's whole report, to open in Lighthouse's viewer.
 *
 * The browser speaks HTTP/2 over TLS with a front of its own (front.mjs), as it does with the gateway of a deployment.
 * `PLAIN=1` measures without it, over HTTP/1.1.
 *
 * Not part of `make test`: the results mean something on a calm machine only, so each is stored with the load and
 * with Lighthouse's own measure of the processor just before (lower: something else was running).
 */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { startFront } from './front.mjs';
import { writeReport } from './report.mjs';

const BASE_URL = process.env.BASE_URL ?? 'http://127.0.0.1:8000';
const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** Lighthouse sometimes fails to record a load ("Please run Lighthouse again"), which says nothing about the page. */
const ATTEMPTS = 3;
const RUNS = Number(process.env.RUNS ?? 5);
const PAUSE = Number(process.env.PAUSE ?? 5);
const { REPORTS, PLAIN } = process.env;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Scores from 0 to 100, and the time of the largest paint in ms. */
const GOAL = { performance: 98, accessibility: 100, lcp: 2000 };
const LANDING_GOAL = {
  performance: 98,
  accessibility: 98,
  'best-practices': 98,
  seo: 98,
  lcp: 1200,
};
/** The heaviest first: a shared machine gives less of its processor the longer a process works. */
const PAGES = [
  { name: 'reservations', path: '/reservations', signedIn: true, goal: GOAL },
  { name: 'restaurants', path: '/', signedIn: true, goal: GOAL },
  { name: 'login', path: '/login', signedIn: false, goal: GOAL },
  { name: 'landing', path: '/', signedIn: false, goal: LANDING_GOAL },
];

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The demo's Pro user, who has requests; the password is the one in the README. */
async function logIn() {
  const { EMAIL = 'pro@tablehawk.test', PASSWORD = 'Table4two!' } = process.env;
  const response = await fetch(new URL('/api/users/login/', BASE_URL), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`Login: ${response.status} ${await response.text()}`);
  const { access_token, refresh_token } = (await response.json()).user;
  return { access_token, refresh_token };
}

/** A page of the same origin without the application: only the session is written, as the application does. */
async function keepSession(port, tokens) {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` });
  const page = await browser.newPage();
  await page.goto(new URL('/assets/favicon.svg', address).href);
  await page.evaluate((value) => {
    localStorage.setItem('token', value);
    document.cookie = 'signed_in=1; Path=/; SameSite=Lax; Max-Age=3600';
  }, JSON.stringify(tokens));
  await page.close();
  await browser.disconnect();
}

async function measure(page) {
  for (let attempt = 1; ; attempt += 1) {
    const lhr = await record(page);
    if (lhr.runtimeError === undefined) return lhr;
    if (attempt === ATTEMPTS) throw new Error(lhr.runtimeError.message);
  }
}

async function record({ path, tokens }) {
  const chrome = await launch({
    chromePath: CHROMIUM_PATH,
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--ignore-certificate-errors',
    ],
  });
  try {
    if (tokens !== null) await keepSession(chrome.port, tokens);
    const { lhr } = await lighthouse(new URL(path, address).href, {
      port: chrome.port,
      onlyCategories: CATEGORIES,
      logLevel: 'error',
    });
    if (lhr.runtimeError) return lhr;
    const ended = new URL(lhr.finalDisplayedUrl).pathname;
    if (ended !== path) throw new Error(`${path} ended at ${ended}`);
    return lhr;
  } finally {
    chrome.kill();
  }
}

async function keepReport(lhr, name, run) {
  await mkdir(REPORTS, { recursive: true });
  await writeFile(join(REPORTS, `${name}-${run}.json`), JSON.stringify(lhr));
}

/** The audits of all categories that cost the last run points. */
function costsOf(lhr) {
  return CATEGORIES.flatMap((category) => lhr.categories[category].auditRefs)
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
    .map(({ id }) => `${id} ${lhr.audits[id].score.toFixed(2)}`);
}

function summarize({ name, goal }, reports) {
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [
      category,
      Math.round(median(reports.map((lhr) => lhr.categories[category].score * 100))),
    ]),
  );
  const ms = (audit) => Math.round(median(reports.map((lhr) => lhr.audits[audit].numericValue)));
  const shifts = reports.map((lhr) => lhr.audits['cumulative-layout-shift'].numericValue);
  const times = {
    fcp: ms('first-contentful-paint'),
    lcp: ms('largest-contentful-paint'),
    blocking: ms('total-blocking-time'),
    speed: ms('speed-index'),
    shift: median(shifts).toFixed(3),
  };
  const { lcp, ...least } = goal;
  const isShort =
    times.lcp > lcp || Object.entries(least).some(([category, score]) => scores[category] < score);
  return {
    page: name,
    scores,
    times,
    goal: `${[...new Set(Object.values(least))].join(' and ')}, LCP ${lcp} ms`,
    isShort,
    costs: costsOf(reports.at(-1)),
    processor: reports.map((lhr) => Math.round(lhr.environment.benchmarkIndex)),
  };
}

const tokens = await logIn();
const front = PLAIN ? undefined : await startFront(BASE_URL);
const address = front?.url ?? BASE_URL;
const results = [];
for (const page of PAGES) {
  const { name, path, signedIn } = page;
  const reports = [];
  for (let run = 0; run < RUNS; run += 1) {
    await setTimeout(PAUSE * 1000);
    const lhr = await measure({ path, tokens: signedIn ? tokens : null });
    if (REPORTS) await keepReport(lhr, name, run);
    reports.push(lhr);
  }
  const result = summarize(page, reports);
  results.push(result);
  console.log(
    `${result.isShort ? 'SHORT' : 'ok   '} ${name.padEnd(14)} ${JSON.stringify(result.scores)} ` +
      `${JSON.stringify(result.times)} load ${loadavg()[0].toFixed(1)}, processor ${result.processor.join(' ')}`,
  );
  if (result.costs.length > 0) console.log(`      ${result.costs.join(', ')}`);
}
const { version } = JSON.parse(
  await readFile(new URL('node_modules/lighthouse/package.json', import.meta.url), 'utf8'),
);
front?.close();
const protocol = PLAIN ? 'HTTP/1.1' : 'HTTP/2 over TLS (`lighthouse/front.mjs`)';
await writeReport({ results, runs: RUNS, version, protocol });
process.exitCode = results.some(({ isShort }) => isShort) ? 1 : 0;
