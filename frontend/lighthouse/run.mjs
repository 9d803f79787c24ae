/**
 * Lighthouse, mobile, on a running Tablehawk at BASE_URL: the login, the listing and the reservations of a demo user,
 * RUNS times each in a browser of its own. Exits 1 if the median of a page is below PERFORMANCE or ACCESSIBILITY.
 *
 * Before each run it pauses for PAUSE seconds: a shared machine gives less to a process that has just worked.
 *
 * `REPORTS=folder` keeps each run's whole report, to open in Lighthouse's viewer.
 *
 * Not part of `make test`: the results mean something on a calm machine only, so each is printed with the load and
 * with Lighthouse's own measure of the processor just before (lower: something else was running).
 */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';

const BASE_URL = process.env.BASE_URL ?? 'http://127.0.0.1:8000';
const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** Lighthouse sometimes fails to record a load ("Please run Lighthouse again"), which says nothing about the page. */
const ATTEMPTS = 3;
const RUNS = Number(process.env.RUNS ?? 3);
const PAUSE = Number(process.env.PAUSE ?? 5);
const { REPORTS } = process.env;
const PERFORMANCE = 95;
const ACCESSIBILITY = 100;
/** The heaviest first: a shared machine gives less of its processor the longer a process works. */
const PAGES = [
  { path: '/reservations', signedIn: true },
  { path: '/', signedIn: true },
  { path: '/login', signedIn: false },
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

/** A page of the same origin without the application: only the storage is written. */
async function keepTokens(port, tokens) {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` });
  const page = await browser.newPage();
  await page.goto(new URL('/assets/favicon.svg', BASE_URL).href);
  await page.evaluate((value) => localStorage.setItem('token', value), JSON.stringify(tokens));
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
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    if (tokens !== null) await keepTokens(chrome.port, tokens);
    const { lhr } = await lighthouse(new URL(path, BASE_URL).href, {
      port: chrome.port,
      onlyCategories: ['performance', 'accessibility'],
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

const value = (lhr, audit) => lhr.audits[audit].numericValue;
async function keepReport(lhr, path, run) {
  const name = path.replaceAll('/', '') || 'listing';
  await mkdir(REPORTS, { recursive: true });
  await writeFile(join(REPORTS, `${name}-${run}.json`), JSON.stringify(lhr));
}

/** What each audit costs of a score, worst first. */
function costs(lhr, category) {
  return lhr.categories[category].auditRefs
    .map(({ id, weight }) => ({ id, weight, score: lhr.audits[id].score }))
    .filter(({ weight, score }) => weight > 0 && score !== null && score < 1)
    .map(({ id, score }) => `${id} ${score.toFixed(2)}`);
}

const tokens = await logIn();
let failed = false;
for (const { path, signedIn } of PAGES) {
  const reports = [];
  for (let run = 0; run < RUNS; run += 1) {
    await setTimeout(PAUSE * 1000);
    const lhr = await measure({ path, tokens: signedIn ? tokens : null });
    if (REPORTS) await keepReport(lhr, path, run);
    reports.push(lhr);
  }
  const score = (category) => median(reports.map((lhr) => lhr.categories[category].score * 100));
  const ms = (audit) => Math.round(median(reports.map((lhr) => value(lhr, audit))));
  const [performance, accessibility] = [score('performance'), score('accessibility')];
  const isShort = performance < PERFORMANCE || accessibility < ACCESSIBILITY;
  failed ||= isShort;
  console.log(
    `${isShort ? 'SHORT' : 'ok   '} ${path.padEnd(14)} performance ${performance.toFixed(0)}, accessibility ` +
      `${accessibility.toFixed(0)} · FCP ${ms('first-contentful-paint')} LCP ${ms('largest-contentful-paint')} ` +
      `TBT ${ms('total-blocking-time')} ms, CLS ${median(reports.map((lhr) => value(lhr, 'cumulative-layout-shift'))).toFixed(3)} · ` +
      `median of ${RUNS}, load ${loadavg()[0].toFixed(1)}, processor ` +
      reports.map((lhr) => Math.round(lhr.environment.benchmarkIndex)).join(' '),
  );
  for (const category of ['performance', 'accessibility']) {
    const found = costs(reports.at(-1), category);
    if (found.length > 0) console.log(`      ${category}: ${found.join(', ')}`);
  }
}
process.exitCode = failed ? 1 : 0;
