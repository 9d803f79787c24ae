import { expect, type Page } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import {
  answersWith,
  complimentaryPro,
  newcomer,
  subscription,
} from '../../../src/testing/billing';
import { refusal } from '../../../src/testing/handlers';
import { aMandate, KEPT_TABLES, PASSKEYS, WEBHOOK } from '../../../src/testing/profile';
import type { Screen } from '../kinds';
import { as, atLocalhost, opensDialog, refuses, shown } from './common';
import { NOTIFICATIONS_TAB } from './profile-notifications';

const DETAILS = '/api/stripe-integration/subscription/subscription-details/';
const standard = [answersWith(subscription()), as({ subscription_type: 'standard' })];
const none = [answersWith(newcomer), as({ subscription_type: 'none' })];

const hasWebhook = http.get('/api/webhooks/', () =>
  HttpResponse.json([
    { ...WEBHOOK, problem: "The last event didn't get through. We're trying again." },
  ]),
);

const keepsTables = http.get('/api/reservations/kept-tables/', () =>
  HttpResponse.json(KEPT_TABLES),
);
const STILL_CANCELING =
  "We're still canceling Osteria Lucciola on Sat, Nov 28 at 8:30 PM. Try again when that's done, usually within a minute.";
const refusesClosing = http.delete('/api/users/me/', () =>
  refusal(409, 'canceling', STILL_CANCELING),
);

const hasPasskeys = http.get('/api/passkeys/', () => HttpResponse.json(PASSKEYS));

const openKeyForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
};

const plan = (page: Page, name: string) => page.getByRole('article', { name });
const cards = (page: Page) => expect(plan(page, 'Pro')).toBeVisible();

export const PROFILE: Screen = {
  empty: [
    { name: 'profile-newcomer', path: '/profile', overrides: none, act: cards },
    {
      name: 'profile-no-keys',
      path: '/profile?tab=password',
      overrides: [...standard, http.get('/api/keys/', () => HttpResponse.json([]))],
      act: shown('You have no API keys.'),
    },
  ],
  loaded: [
    { name: 'profile', path: '/profile', overrides: standard, act: cards },
    {
      name: 'profile-passkeys',
      path: '/profile?tab=password',
      overrides: [...standard, hasPasskeys],
      act: async (page) => {
        await atLocalhost(page);
        await shown('Security key')(page);
      },
    },
    {
      name: 'profile-approvals',
      path: '/profile?tab=password',
      overrides: [
        ...standard,
        http.get('/api/mandates/', () =>
          HttpResponse.json([
            aMandate(),
            aMandate({ id: 13, state: 'approved', tables_left: 1, open_requests: 1 }),
          ]),
        ),
      ],
      act: shown('1 of 2 tables left · Ends December 20, 2026'),
    },
    {
      name: 'profile-complimentary',
      path: '/profile',
      overrides: [answersWith(complimentaryPro)],
      act: cards,
    },
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
      name: 'profile-trial',
      path: '/profile',
      overrides: [answersWith(subscription({ status: 'trialing' }))],
      act: cards,
    },
    {
      name: 'profile-personal',
      path: '/profile?tab=personal',
      overrides: standard,
      act: shown('Close your account'),
    },
    {
      name: 'profile-accounts',
      path: '/profile?tab=accounts',
      overrides: standard,
      act: shown('What we store'),
    },
    {
      name: 'profile-password',
      path: '/profile?tab=password',
      overrides: standard,
      act: async (page) => {
        await page.getByLabel('New password', { exact: true }).fill('Supper4');
        await shown('Safari on iPhone')(page);
      },
    },
    {
      name: 'profile-pending-email',
      path: '/profile?tab=personal',
      overrides: [as({ pending_email: 'maya@okafor.example' })],
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Phone' }).fill('9175550199');
        await expect(page.getByLabel('Current password')).toBeVisible();
      },
    },
    {
      name: 'profile-unconfirmed',
      path: '/profile?tab=personal',
      overrides: [as({ email_confirmed: false, phone_confirmed: false })],
      act: async (page) => {
        await shown(/^We sent a link to maya/)(page);
      },
    },
    {
      name: 'profile-waiting',
      path: '/profile?tab=subscription&checkout=success',
      overrides: none,
      act: shown(/^Waiting for Stripe to confirm/),
    },
    {
      name: 'profile-left-checkout',
      path: '/profile?tab=subscription&checkout=canceled',
      overrides: none,
      act: shown(/^You left the checkout/),
    },
    ...NOTIFICATIONS_TAB.loaded,
  ],
  error: [
    {
      name: 'profile-errors',
      path: '/profile?tab=personal',
      overrides: standard,
      act: async (page) => {
        await page.getByLabel('First name').fill('');
        await page.getByRole('textbox', { name: 'Phone' }).fill('917555');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await shown('First name is required!')(page);
      },
    },
    {
      name: 'profile-keys-failed',
      path: '/profile?tab=password',
      overrides: [...standard, refuses('/api/keys/')],
      act: shown("We couldn't load your API keys."),
    },
    {
      name: 'profile-passkeys-failed',
      path: '/profile?tab=password',
      overrides: [...standard, refuses('/api/passkeys/')],
      act: shown("We couldn't load your passkeys."),
    },
    {
      name: 'profile-webhooks-failed',
      path: '/profile?tab=password',
      overrides: [...standard, refuses('/api/webhooks/')],
      act: shown("We couldn't load your webhooks."),
    },
    {
      name: 'profile-failed',
      path: '/profile',
      overrides: [
        ...['me', 'sessions', 'notifications'].map((what) => refuses(`/api/users/${what}/`)),
        refuses(DETAILS),
      ],
      act: shown("We couldn't load your subscription."),
    },
    ...NOTIFICATIONS_TAB.error,
  ],
  dialog: [
    {
      name: 'profile-key-form',
      path: '/profile?tab=password',
      overrides: [answersWith(subscription()), as({ is_concierge: true })],
      act: async (page) => {
        await openKeyForm(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
        await shown('Choose at least one')(page);
      },
    },
    {
      name: 'profile-key-made',
      path: '/profile?tab=password',
      overrides: standard,
      act: async (page) => {
        const dialog = await openKeyForm(page);
        await dialog.getByLabel('Name').fill('Kitchen display');
        await dialog.getByLabel('Search restaurants.').check();
        await dialog.getByLabel('Your password').fill('Table4two!');
        await dialog.getByRole('button', { name: 'Create API key' }).click();
        await shown("Copy the key now. We can't show it again.")(page);
      },
    },
    {
      name: 'profile-key-revoke',
      path: '/profile?tab=password',
      overrides: standard,
      act: opensDialog('Revoke Kitchen display'),
    },
    {
      name: 'profile-passkey-form',
      path: '/profile?tab=password',
      overrides: standard,
      act: async (page) => {
        await atLocalhost(page);
        await page.getByRole('button', { name: 'Add passkey' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
        await shown('Enter a name')(page);
      },
    },
    {
      name: 'profile-passkey-remove',
      path: '/profile?tab=password',
      overrides: [...standard, hasPasskeys],
      act: opensDialog('Remove My phone'),
    },
    {
      name: 'profile-webhook-form',
      path: '/profile?tab=password',
      overrides: standard,
      act: async (page) => {
        await page.getByRole('button', { name: 'Add webhook' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
        await shown('Choose at least one')(page);
      },
    },
    {
      name: 'profile-webhook',
      path: '/profile?tab=password',
      overrides: [...standard, hasWebhook],
      act: async (page) => {
        await opensDialog(/^Open hooks/)(page);
        await page.getByText('Answer', { exact: true }).click();
        await shown('<h1>Internal Server Error</h1>')(page);
      },
    },
    {
      name: 'profile-webhook-secret',
      path: '/profile?tab=password',
      overrides: [...standard, hasWebhook],
      act: async (page) => {
        await opensDialog(/^Open hooks/)(page);
        await page.getByRole('button', { name: 'New secret' }).click();
        await shown(/^Copy the secret now/)(page);
      },
    },
    {
      name: 'profile-webhook-remove',
      path: '/profile?tab=password',
      overrides: [...standard, hasWebhook],
      act: async (page) => {
        await opensDialog(/^Open hooks/)(page);
        await page.getByRole('button', { name: 'Remove' }).click();
        await shown(/^It gets no more events/)(page);
      },
    },
    {
      name: 'profile-switch',
      path: '/profile',
      overrides: standard,
      act: async (page) => {
        await plan(page, 'Pro').getByRole('button', { name: 'Switch to Pro' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'profile-cancel',
      path: '/profile',
      overrides: standard,
      act: async (page) => {
        await plan(page, 'Standard').getByRole('button', { name: 'Cancel' }).click();
        await shown(/^You keep access to Standard/)(page);
      },
    },
    {
      name: 'profile-close-tables',
      path: '/profile?tab=personal',
      overrides: [...standard, keepsTables, refusesClosing],
      act: async (page) => {
        await page.getByRole('button', { name: 'Close account' }).click();
        await shown('These 3 tables stay booked')(page);
        await page.getByLabel('Password', { exact: true }).fill('Table4two!');
        await page.getByRole('dialog').getByRole('button', { name: 'Close account' }).click();
        await shown(STILL_CANCELING)(page);
      },
    },
    {
      name: 'profile-close',
      path: '/profile?tab=personal',
      overrides: standard,
      act: async (page) => {
        await page.getByRole('button', { name: 'Close account' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    ...NOTIFICATIONS_TAB.dialog,
  ],
};

export const CHOOSE_PLAN: Screen = {
  empty: [{ name: 'plans-newcomer', path: '/choose-plan', overrides: none, act: cards }],
  loaded: [{ name: 'plans', path: '/choose-plan', overrides: standard, act: cards }],
  error: [
    {
      name: 'plans-failed',
      path: '/choose-plan',
      overrides: [refuses(DETAILS)],
      act: shown("We couldn't load your subscription."),
    },
  ],
  dialog: [
    {
      name: 'plans-switch',
      path: '/choose-plan',
      overrides: standard,
      act: async (page) => {
        await plan(page, 'Pro').getByRole('button', { name: 'Switch to Pro' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
  ],
};
