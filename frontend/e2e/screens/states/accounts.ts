import { expect, type Page } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import { openTableAccount, user } from '../../../src/testing/fixtures';
import { refusal } from '../../../src/testing/handlers';
import type { Screen } from '../kinds';
import { as, opensDialog, offersTryAgain, refuses, shown } from './common';

const path = '/connect-accounts';
const noAccounts = as({ resy_accounts: [] });

async function askForCode(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone' }).fill('9175550142');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
}

async function connectResy(page: Page): Promise<void> {
  await page.getByLabel('Resy email').fill('maya.okafor@example.com');
  await page.getByLabel('Resy password').fill('table-for-two');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

export const CONNECT: Screen = {
  empty: [{ name: 'connect-empty', path, overrides: [noAccounts] }],
  loaded: [
    { name: 'connect', path },
    {
      name: 'connect-both',
      path,
      overrides: [
        as({
          ot_accounts: [
            openTableAccount,
            { ...openTableAccount, id: 12, status: 'needs_reconnect' },
          ],
        }),
      ],
    },
    { name: 'connect-code', path, act: askForCode },
    {
      name: 'connect-success',
      path,
      // The account exists from the second load of the user on.
      overrides: () => [
        http.get('/api/users/me/', () => HttpResponse.json(user({ resy_accounts: [] })), {
          once: true,
        }),
      ],
      act: async (page) => {
        await connectResy(page);
        await shown('Your Resy account successfully connected.')(page);
        await expect(page.getByText('Successfully connected', { exact: true })).toBeVisible();
      },
    },
  ],
  error: [
    {
      name: 'connect-error',
      path,
      overrides: [
        noAccounts,
        http.post('/api/resy/login/', () =>
          refusal(400, 'resy_refused', 'Unable to connect Resy account: invalid email or password'),
        ),
      ],
      act: async (page) => {
        await connectResy(page);
        await shown('Email and password do not match')(page);
      },
    },
    {
      name: 'connect-wrong-code',
      path,
      overrides: [
        http.post('/api/opentable/verify_phone_2fa/', () =>
          refusal(400, 'wrong_code', 'Wrong code'),
        ),
      ],
      act: async (page) => {
        await askForCode(page);
        await page.getByLabel('Code', { exact: true }).fill('4821');
        await page.getByRole('button', { name: 'Connect', exact: true }).click();
        await expect(page.getByRole('button', { name: 'Try Again' })).toBeFocused();
      },
    },
    { name: 'connect-failed', path, overrides: [refuses('/api/users/me/')], act: offersTryAgain },
  ],
  dialog: [{ name: 'connect-disconnect', path, act: opensDialog(/^Disconnect/) }],
};
