import { defineConfig, devices } from '@playwright/test';
import { HEADLESS_SHELL } from './e2e/support/browsers';

/** Journeys that mostly wait for an instant of the clock. */
const CLOCK =
  /counts down to the release|goes on after a missed release|the request of the next week/;
const DESKTOP = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 860 } };

/** Browser tests against a running Tablehawk (`make up`, or BASE_URL) in Debian's Chromium. */
export default defineConfig({
  testDir: 'e2e',
  // The screens have a configuration of their own and need no running Tablehawk.
  testIgnore: ['screens/**', 'perf/**'],
  // Each configuration has a folder of its own: a run empties it, and `make test` runs both at a time.
  outputDir: 'test-results/journeys',
  // Each test has users and restaurants of its own.
  fullyParallel: true,
  // Two that work, and two that mostly wait.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['junit', { outputFile: 'test-results/journeys.xml' }]],
  // A restaurant's first watcher is a new process, which starts slowly on two busy cores.
  timeout: 120_000,
  expect: { timeout: 45_000 },
  use: {
    baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:8000',
    // A trace of each journey takes a tenth of the processor time. `npm run e2e -- --trace on` writes them.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Without graphics hardware, each frame of an animation takes processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // The restaurants' zone, as the tests' own (package.json): tickets name a zone only if it is another.
    timezoneId: 'America/New_York',
    launchOptions: HEADLESS_SHELL,
  },
  projects: [
    // Beside the rest.
    { name: '1280 clock', grep: CLOCK, workers: 2, use: DESKTOP },
    { name: '1280', grepInvert: CLOCK, workers: 2, use: DESKTOP },
    {
      name: '390',
      workers: 1,
      testMatch: ['newcomer.spec.ts', 'first-request.spec.ts', 'pasted-link.spec.ts'],
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});
