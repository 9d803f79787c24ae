/** Steps and answers that several screens' states share. */
import { expect, type Page } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import type { User } from '../../../src/api/types';
import { user } from '../../../src/testing/fixtures';
import { refusal } from '../../../src/testing/handlers';

export const as = (fields: Partial<User>) =>
  http.get('/api/users/me/', () => HttpResponse.json(user(fields)));

/** Open the page at the name of this computer: an IP address has no passkeys. */
export const atLocalhost = (page: Page) =>
  page.goto(page.url().replace('127.0.0.1', 'localhost'), { waitUntil: 'load' });

export const refuses = (path: string) => http.get(path, () => refusal(403, 'away', 'Not now.'));

/** A call that is never answered. */
export const neverAnswers = (path: string) =>
  http.get(path, () => new Promise<never>(() => undefined));

export const shown = (text: string | RegExp) => (page: Page) =>
  // Some sentences occur twice, each for one width.
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();

export const offersTryAgain = (page: Page) =>
  expect(page.getByRole('button', { name: 'Try Again' }).first()).toBeVisible();

/** Click the first button of that name, and wait for a dialog. */
export const opensDialog = (button: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).and(page.locator(':visible')).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

export async function goesOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
}
