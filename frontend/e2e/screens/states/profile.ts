import { expect, type Page } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import {
  answersWith,
  complimentaryPro,
  newcomer,
  subscription,
} from '../../../src/testing/billing';
import { refusal } from '../../../src/testing/handlers';
import { calendarAddress } from '../../../src/testing/profile';
import type { Screen } from '../kinds';
import { as, opensDialog, refuses, shown } from './common';

const DETAILS = '/api/stripe-integration/subscription/subscription-details/';
const standard = [answersWith(subscription()), as({ subscription_type: 'standard' })];
const none = [answersWith(newcomer), as({ subscription_type: 'none' })];

const WRONG_CODE = 'That is not the code we sent. Check it and try again.';
const refusesCode = http.post('/api/users/phone/confirm/', () =>
  refusal(400, 'wrong_code', WRONG_CODE, { code: WRONG_CODE }),
);

const hasCalendar = http.get('/api/calendar/', () => HttpResponse.json(calendarAddress()));

const plan = (page: Page, name: string) => page.getByRole('article', { name });
const cards = (page: Page) => expect(plan(page, 'Pro')).toBeVisible();

export const PROFILE: Screen = {
  empty: [{ name: 'profile-newcomer', path: '/profile', overrides: none, act: cards }],
  loaded: [
    { name: 'profile', path: '/profile', overrides: standard, act: cards },
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
      name: 'profile-notifications',
      path: '/profile?tab=notifications',
      overrides: standard,
      act: async (page) => {
        await expect(page.getByRole('switch', { name: 'Phone' })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Create calendar address' })).toBeVisible();
      },
    },
    {
      name: 'profile-calendar',
      path: '/profile?tab=notifications',
      overrides: [...standard, hasCalendar],
      act: async (page) => {
        await expect(page.getByLabel('Calendar address', { exact: true })).toBeVisible();
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
      name: 'profile-phone-off',
      path: '/profile?tab=notifications',
      overrides: [as({ phone_confirmed: false })],
      act: async (page) => {
        await expect(page.getByRole('button', { name: 'Send a code' })).toBeVisible();
      },
    },
    {
      name: 'profile-phone-code',
      path: '/profile?tab=notifications',
      overrides: [as({ phone_confirmed: false }), refusesCode],
      act: async (page) => {
        await page.getByRole('button', { name: 'Send a code' }).click();
        await page.getByLabel('Code').fill('123456');
        await page.getByRole('button', { name: 'Confirm phone' }).click();
        await shown(WRONG_CODE)(page);
      },
    },
    {
      name: 'profile-waiting',
      path: '/profile?tab=subscription&checkout=success',
      overrides: none,
      act: shown(/^Waiting for Stripe to confirm/),
    },
    {
      name: 'profile-paid',
      path: '/profile?tab=subscription&checkout=success',
      act: shown('You can file up to 25 requests.'),
    },
    {
      name: 'profile-left-checkout',
      path: '/profile?tab=subscription&checkout=canceled',
      overrides: none,
      act: shown(/^You left the checkout/),
    },
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
      name: 'profile-calendar-failed',
      path: '/profile?tab=notifications',
      overrides: [...standard, refuses('/api/calendar/')],
      act: shown('We could not load your calendar address.'),
    },
    {
      name: 'profile-failed',
      path: '/profile',
      overrides: [
        ...['me', 'sessions', 'notifications'].map((what) => refuses(`/api/users/${what}/`)),
        refuses(DETAILS),
      ],
      act: shown('We could not load your subscription.'),
    },
  ],
  dialog: [
    {
      name: 'profile-calendar-renew',
      path: '/profile?tab=notifications',
      overrides: [...standard, hasCalendar],
      act: opensDialog('New address'),
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
      name: 'profile-close',
      path: '/profile?tab=personal',
      overrides: standard,
      act: async (page) => {
        await page.getByRole('button', { name: 'Close account' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
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
      act: shown('We could not load your subscription.'),
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
