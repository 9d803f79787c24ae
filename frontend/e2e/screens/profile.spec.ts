/** Profile, subscription and reset password in their states; the rules and the shape are those of `screens.spec.ts`. */
import { expect, type Page, test } from '@playwright/test';
import { http, HttpResponse, type RequestHandler } from 'msw';
import { answersWith, newcomer, subscription } from '../../src/testing/billing';
import { user } from '../../src/testing/fixtures';
import { refusal } from '../../src/testing/handlers';
import { expectAccessible, prepare, shoot } from './api';

type State = {
  name: string;
  path: string;
  act?: (page: Page) => Promise<void>;
  overrides?: RequestHandler[];
  signedIn?: boolean;
};

const standard = [
  answersWith(subscription()),
  http.get('/api/users/me/', () => HttpResponse.json(user({ subscription_type: 'standard' }))),
];
const none = [
  answersWith(newcomer),
  http.get('/api/users/me/', () => HttpResponse.json(user({ subscription_type: 'none' }))),
];
const failing = ['me', 'sessions', 'notifications'].map((what) =>
  http.get(`/api/users/${what}/`, () => refusal(403, 'away', 'Not now.')),
);
const RESET = '/reset-password?token=abc&uid=7';

const plan = (page: Page, name: string) => page.getByRole('article', { name });
const cards = (page: Page) => expect(plan(page, 'Pro')).toBeVisible();
const dialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();

const STATES: State[] = [
  { name: 'profile', path: '/profile', overrides: standard, act: cards },
  { name: 'profile-newcomer', path: '/profile', overrides: none, act: cards },
  {
    name: 'profile-canceling',
    path: '/profile',
    overrides: [
      answersWith(
        subscription(
          { will_cancel: true, cancels_on: '2026-12-09T17:00:00.000Z', can_cancel: false },
          { standard: 'resubscribe', premium: 'switch' },
        ),
      ),
    ],
    act: cards,
  },
  {
    name: 'profile-errors',
    path: '/profile',
    overrides: standard,
    act: async (page) => {
      await cards(page);
      await page.getByLabel('First name').fill('');
      await page.getByRole('textbox', { name: 'Phone' }).fill('917555');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText('First name is required!')).toBeVisible();
    },
  },
  {
    name: 'profile-failed',
    path: '/profile?tab=password',
    overrides: [
      ...failing,
      http.get('/api/stripe-integration/subscription/subscription-details/', () =>
        refusal(403, 'away', 'Not now.'),
      ),
    ],
    act: (page) => expect(page.getByText('We could not load your subscription.')).toBeVisible(),
  },
  {
    name: 'profile-password',
    path: '/profile?tab=password',
    overrides: standard,
    act: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('Supper4');
      await expect(page.getByText('Safari on iPhone')).toBeVisible();
      await cards(page);
    },
  },
  {
    name: 'profile-notifications',
    path: '/profile?tab=notifications',
    overrides: standard,
    act: async (page) => {
      await expect(page.getByRole('switch', { name: 'Phone' })).toBeVisible();
      await cards(page);
    },
  },
  {
    name: 'profile-waiting',
    path: '/profile?tab=subscription&checkout=success',
    overrides: none,
    act: (page) => expect(page.getByText(/^Waiting for Stripe to confirm/)).toBeVisible(),
  },
  {
    name: 'profile-paid',
    path: '/profile?tab=subscription&checkout=success',
    act: (page) => expect(page.getByText('You are on Pro.')).toBeVisible(),
  },
  {
    name: 'profile-left-checkout',
    path: '/profile?tab=subscription&checkout=canceled',
    overrides: none,
    act: (page) => expect(page.getByText(/^You left the checkout/)).toBeVisible(),
  },
  {
    name: 'profile-switch',
    path: '/profile',
    overrides: standard,
    act: async (page) => {
      await plan(page, 'Pro').getByRole('button', { name: 'Switch to Pro' }).click();
      await dialog(page);
    },
  },
  {
    name: 'profile-cancel',
    path: '/profile',
    overrides: standard,
    act: async (page) => {
      await plan(page, 'Standard').getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText(/^You keep access to Standard/)).toBeVisible();
    },
  },
  {
    name: 'profile-close',
    path: '/profile',
    overrides: standard,
    act: async (page) => {
      await page.getByRole('button', { name: 'Close account' }).click();
      await dialog(page);
    },
  },
  {
    name: 'subscriptions-dialog',
    path: '/',
    overrides: none,
    act: async (page) => {
      await page.getByRole('button', { name: 'Select Vesper' }).click();
      await expect(plan(page, 'Regular')).toBeVisible();
    },
  },
  {
    name: 'reset',
    path: RESET,
    signedIn: false,
    act: (page) => page.getByLabel('New password', { exact: true }).fill('Supper4'),
  },
  { name: 'reset-incomplete', path: '/reset-password', signedIn: false },
];

for (const theme of ['light', 'dark'] as const) {
  for (const { name, path, act, overrides = [], signedIn = true } of STATES) {
    test(`${name} in ${theme} is accessible and quiet`, async ({ page }, { project }) => {
      const complaints = await prepare(page, { theme, overrides, signedIn });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await act?.(page);
      const overhang = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overhang).toBeLessThanOrEqual(0);
      await expectAccessible(page);
      await shoot(page, `${name}-${project.name}-${theme}`);
      expect(complaints).toEqual([]);
    });
  }
}
