import { defineConfig } from '@playwright/test';
import base from './playwright.config';

const port = Number(process.env.SCREENS_PORT ?? 15100);
const standing = process.env.SCREENS_URL;
const address = standing ?? `http://127.0.0.1:${port}`;

/**
 * Every screen in its states, built as for production (with the gallery) and under its content security policy, with
 * the API answered from `src/testing`. `SHOTS=folder` keeps pictures of all of them; `SCREENS_URL` names a server
 * that already has such a build.
 */
export default defineConfig({
  ...base,
  testDir: 'e2e/screens',
  testIgnore: [],
  outputDir: 'test-results/screens',
  reporter: [['list'], ['junit', { outputFile: 'test-results/screens.xml' }]],
  fullyParallel: true,
  workers: Number(process.env.SCREENS_WORKERS ?? 2),
  // A long timeout costs nothing when a test passes, and a busy machine must not fail one.
  timeout: 180_000,
  snapshotPathTemplate: 'e2e/screens/pictures/{arg}{ext}',
  // A missing picture is a failure.
  updateSnapshots: 'none',
  expect: {
    timeout: 45_000,
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', scale: 'css', maxDiffPixels: 0 },
  },
  use: {
    ...base.use,
    baseURL: address,
    locale: 'en-US',
    // Not New York's, so both clocks of a release are on the screen.
    timezoneId: 'America/Los_Angeles',
  },
  projects: [
    { name: '1280', use: { viewport: { width: 1280, height: 860 } } },
    { name: '390', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
  ...(standing === undefined
    ? {
        webServer: {
          command: `npx vite build --mode screens --outDir node_modules/.cache/screens --emptyOutDir && npx vite build --config vite.landing.config.ts --outDir node_modules/.cache/screens && npx vite preview --outDir node_modules/.cache/screens --port ${port} --strictPort --host 127.0.0.1`,
          url: `${address}/`,
          reuseExistingServer: false,
          timeout: 600_000,
        },
      }
    : {}),
});
