import { defineConfig } from '@playwright/test';
import base from './playwright.config';

const port = Number(process.env.SCREENS_PORT ?? 15100);

/**
 * Every screen in its states, built as for production and under its content security policy, with the API
 * answered from `src/testing`: axe finds nothing, the console stays silent. `SHOTS=folder` keeps pictures.
 */
export default defineConfig({
  ...base,
  testDir: 'e2e/screens',
  testIgnore: [],
  use: { ...base.use, baseURL: `http://127.0.0.1:${port}`, trace: 'off' },
  projects: [
    { name: '1280', use: { viewport: { width: 1280, height: 860 } } },
    { name: '390', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
  webServer: {
    command: `npx vite build --outDir node_modules/.cache/screens --emptyOutDir && npx vite preview --outDir node_modules/.cache/screens --port ${port} --strictPort --host 127.0.0.1`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
    timeout: 120_000,
  },
});
