import { expect, type Page } from '@playwright/test';
import { http } from 'msw';
import { refusal } from '../../../src/testing/handlers';
import type { Screen } from '../kinds';
import { opensDialog, shown } from './common';

const SIGNED_OUT = { signedIn: false } as const;
const RESET = '/reset-password?token=abc&uid=7';

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill('Supper4two!');
  await page.getByLabel('Repeat new password').fill('Supper4two!');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
}

const CONFIRM = '/confirm-email?token=7.abc';
const REVERT = '/revert-email?token=3.abc';
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();
const refusesLink = (purpose: 'confirm' | 'revert', message: string) =>
  http.post(`/api/users/email/${purpose}/`, () => refusal(400, 'expired_link', message));

export const LOGIN: Screen = {
  empty: { never: 'The form as it opens is what is loaded.' },
  loaded: [{ name: 'login', path: '/login', ...SIGNED_OUT }],
  error: [
    {
      name: 'login-error',
      path: '/login',
      ...SIGNED_OUT,
      overrides: [
        http.post('/api/users/login/', () =>
          refusal(401, 'wrong_credentials', 'Email and password do not match.'),
        ),
      ],
      act: async (page) => {
        await page.getByLabel('Email').fill('maya.okafor@example.com');
        await page.getByLabel('Password', { exact: true }).fill('correcthorse');
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
  ],
  dialog: [
    { name: 'login-forgot', path: '/login', ...SIGNED_OUT, act: opensDialog('Forgot password') },
  ],
};

export const SIGN_UP: Screen = {
  empty: { never: 'The form as it opens is what is loaded.' },
  loaded: [{ name: 'signup', path: '/signup?ref=HAWK-7Q2', ...SIGNED_OUT }],
  error: [
    {
      name: 'signup-errors',
      path: '/signup',
      ...SIGNED_OUT,
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Phone' }).fill('91755501');
        await page.getByLabel('Password', { exact: true }).fill('Supper4');
        await page.getByRole('button', { name: 'Sign up' }).click();
        await shown('Phone number must have exactly 10 digits.')(page);
      },
    },
  ],
  dialog: [
    { name: 'signup-terms', path: '/signup', ...SIGNED_OUT, act: opensDialog('terms') },
    { name: 'signup-privacy', path: '/signup', ...SIGNED_OUT, act: opensDialog('privacy policy') },
  ],
};

export const RESET_PASSWORD: Screen = {
  empty: [{ name: 'reset-incomplete', path: '/reset-password', ...SIGNED_OUT }],
  loaded: [
    {
      name: 'reset',
      path: RESET,
      ...SIGNED_OUT,
      act: (page) => page.getByLabel('New password', { exact: true }).fill('Supper4'),
    },
  ],
  error: [
    {
      name: 'reset-dead-link',
      path: RESET,
      ...SIGNED_OUT,
      overrides: [
        http.post('/api/users/verify_reset_password/', () =>
          refusal(
            400,
            'dead_link',
            'This link has expired or was already used. Ask for a new one.',
          ),
        ),
      ],
      act: setPassword,
    },
  ],
  dialog: [
    {
      name: 'reset-ask-again',
      path: '/reset-password',
      ...SIGNED_OUT,
      act: opensDialog('Request a new link'),
    },
  ],
};

export const CONFIRM_EMAIL: Screen = {
  empty: [{ name: 'confirm-incomplete', path: '/confirm-email', ...SIGNED_OUT }],
  loaded: [
    { name: 'confirm', path: CONFIRM, ...SIGNED_OUT },
    {
      name: 'confirm-done',
      path: CONFIRM,
      act: async (page) => {
        await press('Confirm address')(page);
        await shown('maya.okafor@example.com is confirmed.')(page);
      },
    },
    {
      name: 'confirm-offline',
      path: CONFIRM,
      ...SIGNED_OUT,
      act: async (page) => {
        await page.context().setOffline(true);
        await shown(/^You're offline. The link still works/)(page);
      },
    },
  ],
  error: [
    {
      name: 'confirm-dead-link',
      path: CONFIRM,
      ...SIGNED_OUT,
      overrides: [
        refusesLink('confirm', 'This link has expired. Ask for a new one in your profile.'),
      ],
      act: async (page) => {
        await press('Confirm address')(page);
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
  ],
  dialog: { never: 'One button does it; nothing asks again.' },
};

export const REVERT_EMAIL: Screen = {
  empty: [{ name: 'revert-incomplete', path: '/revert-email', ...SIGNED_OUT }],
  loaded: [
    { name: 'revert', path: REVERT, ...SIGNED_OUT },
    {
      name: 'revert-done',
      path: REVERT,
      ...SIGNED_OUT,
      act: async (page) => {
        await press('Keep my address')(page);
        await shown(/signed out every device/)(page);
      },
    },
  ],
  error: [
    {
      name: 'revert-dead-link',
      path: REVERT,
      ...SIGNED_OUT,
      overrides: [refusesLink('revert', "This link was already used. There's nothing more to do.")],
      act: async (page) => {
        await press('Keep my address')(page);
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
  ],
  dialog: { never: 'One button does it; nothing asks again.' },
};
