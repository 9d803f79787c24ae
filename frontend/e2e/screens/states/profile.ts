import { expect, type Page } from '@playwright/test';
import {
  answersWith,
  complimentaryPro,
  newcomer,
  subscription,
} from '../../../src/testing/billing';
import type { Screen } from '../kinds';
import { as, refuses, shown } from './common';

const DETAILS = '/api/stripe-integration/subscription/subscription-details/';
const standard = [answersWith(subscription()), as({ subscription_type: 'standard' })];
const none = [answersWith(newcomer), as({ subscription_type: 'none' })];

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
      name: 'profile-password',
      path: '/profile?tab=password',
      overrides: standard,
      act: async (page) => {
        await page.getByLabel('New password', { exact: true }).fill('Supper4');
        await shown('Safari on iPhone')(page);
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
      act: shown(/^Waiting for Stripe to confirm/),
    },
    {
      name: 'profile-paid',
      path: '/profile?tab=subscription&checkout=success',
      act: shown('You are on Pro.'),
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
      path: '/profile',
      overrides: standard,
      act: async (page) => {
        await cards(page);
        await page.getByLabel('First name').fill('');
        await page.getByRole('textbox', { name: 'Phone' }).fill('917555');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await shown('First name is required!')(page);
      },
    },
    {
      name: 'profile-failed',
      path: '/profile?tab=password',
      overrides: [
        ...['me', 'sessions', 'notifications'].map((what) => refuses(`/api/users/${what}/`)),
        refuses(DETAILS),
      ],
      act: shown('We could not load your subscription.'),
    },
  ],
  dialog: [
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
      path: '/profile',
      overrides: standard,
      act: async (page) => {
        await page.getByRole('button', { name: 'Close account' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
  ],
};
