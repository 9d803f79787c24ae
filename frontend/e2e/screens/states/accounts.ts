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

async function askForResyCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a code' }).click();
  const card = page.getByRole('region', { name: 'Resy' });
  await expect(card.getByRole('textbox', { name: 'Phone' })).toBeFocused();
  await card.getByRole('textbox', { name: 'Phone' }).fill('9175550142');
  await card.getByRole('button', { name: 'Send code' }).click();
}

async function enterResyCode(page: Page): Promise<void> {
  await askForResyCode(page);
  await page.getByLabel('Code', { exact: true }).fill('4821');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
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
      name: 'connect-unconfirmed',
      path,
      overrides: [as({ resy_accounts: [], email_confirmed: false })],
      act: shown(/^We sent a link to maya.* Until you do, we email you nothing else/),
    },
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
      name: 'connect-resy-phone',
      path,
      overrides: [noAccounts],
      act: async (page) => {
        await page.getByRole('button', { name: 'Sign in with a code' }).click();
        const card = page.getByRole('region', { name: 'Resy' });
        await expect(card.getByRole('textbox', { name: 'Phone' })).toBeFocused();
      },
    },
    {
      name: 'connect-resy-code',
      path,
      overrides: [noAccounts],
      act: async (page) => {
        await askForResyCode(page);
        await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
      },
    },
    {
      name: 'connect-resy-challenge',
      path,
      overrides: [noAccounts],
      act: async (page) => {
        await enterResyCode(page);
        await expect(page.getByLabel('Resy email')).toBeFocused();
      },
    },
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
    {
      name: 'connect-resy-wrong-code',
      path,
      overrides: [
        noAccounts,
        http.post('/api/platforms/resy/confirm_code/', () =>
          refusal(400, 'wrong_code', 'This code is wrong. You have 4 tries left.'),
        ),
      ],
      act: async (page) => {
        await enterResyCode(page);
        await shown('This code is wrong. You have 4 tries left.')(page);
      },
    },
    {
      name: 'connect-resy-captcha',
      path,
      overrides: [
        noAccounts,
        http.post('/api/platforms/resy/send_code/', () =>
          refusal(
            409,
            'captcha_required',
            'Resy asks for a check that only you can pass. Sign in at Resy once, then come back and try again.',
          ),
        ),
      ],
      act: async (page) => {
        await askForResyCode(page);
        await expect(page.getByRole('link', { name: 'Open Resy' })).toBeVisible();
      },
    },
    { name: 'connect-failed', path, overrides: [refuses('/api/users/me/')], act: offersTryAgain },
  ],
  dialog: [{ name: 'connect-disconnect', path, act: opensDialog(/^Disconnect/) }],
};
