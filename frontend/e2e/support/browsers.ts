/** The two builds of Debian's Chromium that the browser tests use. */
import type { LaunchOptions } from '@playwright/test';

const { CHROMIUM_PATH } = process.env;
// Root in a container has no user namespace for the sandbox, and /dev/shm is often 64 MB.
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'];

/** Chromium without windows. It needs less processor time. */
export const HEADLESS_SHELL: LaunchOptions = {
  executablePath: CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
  args,
};

/** The browser that people use: with notifications, and with the text drawing of the compared pictures. */
export const FULL_CHROMIUM: LaunchOptions = {
  executablePath: CHROMIUM_PATH ?? '/usr/bin/chromium',
  args,
};
