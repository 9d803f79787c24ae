import { expect, type Page } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import {
  answersWith,
  complimentaryPro,
  newcomer,
  subscription,
} from '../../../src/testing/billing';
import { refusal } from '../../../src/testing/handlers';
import {
  CHECKING,
  NOT_FOUND,
  notificationSettings,
  NTFY,
  PHONE,
  TELEGRAM,
} from '../../../src/testing/notification-settings';
import { aMandate, calendarAddress, KEPT_TABLES, WEBHOOK } from '../../../src/testing/profile';
import type { Screen } from '../kinds';
import { as, opensDialog, refuses, shown } from './common';

const DETAILS = '/api/stripe-integration/subscription/subscription-details/';
const standard = [answersWith(subscription()), as({ subscription_type: 'standard' })];
const none = [answersWith(newcomer), as({ subscription_type: 'none' })];

const WRONG_CODE = "That isn't the code we sent. Check it and try again.";
const refusesCode = http.post('/api/users/phone/confirm/', () =>
  refusal(400, 'wrong_code', WRONG_CODE, { code: WRONG_CODE }),
);

const hasCalendar = http.get('/api/calendar/', () => HttpResponse.json(calendarAddress()));

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

const SETTINGS = '/api/notification-settings/';
const INTERNAL = 'This address leads into a private network. Use a public server.';
const NOTIFICATIONS = '/profile?tab=notifications';
const base = notificationSettings();
const settingsWith = (changes: Parameters<typeof notificationSettings>[0]) =>
  http.get(SETTINGS, () => HttpResponse.json(notificationSettings(changes)));
const everyChannel = settingsWith({
  addresses: [{ ...PHONE, current: true }, NTFY, TELEGRAM],
  quiet_hours: { start: '22:00', end: '07:30', time_zone: 'America/New_York' },
  choices: base.choices.map((one) => ({
    ...one,
    on: one.channel === 'email' || one.topic === 'booked' || one.topic === 'needs_you',
  })),
});
const allOn = http.get('/api/users/notifications/', () =>
  HttpResponse.json({ email_notifications: true, phone_notifications: true }),
);
const allowed = async (page: Page) => {
  await page.context().grantPermissions(['notifications']);
  await page.reload();
};
const openAddApp = async (page: Page) => {
  await page.getByRole('button', { name: 'Add app' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

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
      name: 'profile-notifications',
      path: '/profile?tab=notifications',
      overrides: standard,
      act: async (page) => {
        await expect(page.getByRole('switch', { name: 'Phone' })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Create calendar address' })).toBeVisible();
      },
    },
    {
      name: 'profile-device-off',
      path: NOTIFICATIONS,
      overrides: standard,
      act: async (page) => {
        await allowed(page);
        await expect(page.getByRole('button', { name: 'Turn on for this device' })).toBeVisible();
      },
    },
    {
      name: 'profile-channels',
      path: NOTIFICATIONS,
      overrides: [...standard, everyChannel, allOn],
      act: async (page) => {
        await expect(page.getByRole('button', { name: 'Remove Telegram' })).toBeVisible();
        await page.getByRole('button', { name: 'Send a test' }).click();
        await shown('Not delivered. It refused the message (error 403).')(page);
      },
    },
    {
      name: 'profile-app-checked',
      path: NOTIFICATIONS,
      overrides: [...standard, settingsWith({ addresses: [PHONE, CHECKING, NOT_FOUND] })],
      act: shown(/^We couldn't find this server/),
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
      name: 'profile-email-waits',
      path: '/profile?tab=notifications',
      overrides: [as({ email_confirmed: false })],
      act: async (page) => {
        await shown(/^This waits for your confirmation/)(page);
        await page.getByRole('button', { name: 'Resend the link' }).click();
        await shown('We sent a link to maya.okafor@example.com.')(page);
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
      name: 'profile-settings-failed',
      path: NOTIFICATIONS,
      overrides: [...standard, refuses(SETTINGS)],
      act: shown("We couldn't load your notification settings."),
    },
    {
      name: 'profile-test-refused',
      path: NOTIFICATIONS,
      overrides: [
        ...standard,
        http.post(`${SETTINGS}tests/`, () =>
          refusal(409, 'nothing_to_test', 'Turn on a channel first.'),
        ),
        http.put(`${SETTINGS}quiet-hours/`, () =>
          refusal(400, 'bad_form', 'Quiet hours need two different times.', {
            end: 'Quiet hours need two different times.',
          }),
        ),
      ],
      act: async (page) => {
        await page.getByRole('switch', { name: 'Use quiet hours' }).click();
        await page.getByLabel('To', { exact: true }).fill('22:00');
        await page.getByRole('button', { name: 'Save quiet hours' }).click();
        await page.getByRole('button', { name: 'Send a test' }).click();
        await shown('Turn on a channel first.')(page);
        await shown('Quiet hours need two different times.')(page);
      },
    },
    {
      name: 'profile-add-app-refused',
      path: NOTIFICATIONS,
      overrides: [
        ...standard,
        http.post(`${SETTINGS}apps/`, () =>
          refusal(400, 'bad_form', INTERNAL, { server: INTERNAL }),
        ),
      ],
      act: async (page) => {
        await openAddApp(page);
        await page.getByLabel('Topic').fill('tables-of-maya');
        await page.getByLabel(/^Server/).fill('https://10.0.0.7');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await shown(INTERNAL)(page);
      },
    },
    {
      name: 'profile-keys-failed',
      path: '/profile?tab=password',
      overrides: [...standard, refuses('/api/keys/')],
      act: shown("We couldn't load your API keys."),
    },
    {
      name: 'profile-webhooks-failed',
      path: '/profile?tab=password',
      overrides: [...standard, refuses('/api/webhooks/')],
      act: shown("We couldn't load your webhooks."),
    },
    {
      name: 'profile-calendar-failed',
      path: '/profile?tab=notifications',
      overrides: [...standard, refuses('/api/calendar/')],
      act: shown("We couldn't load your calendar address."),
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
      name: 'profile-add-app',
      path: NOTIFICATIONS,
      overrides: standard,
      act: async (page) => {
        await openAddApp(page);
        await page.getByLabel('App', { exact: true }).selectOption('Telegram');
        await expect(page.getByLabel('Bot token')).toBeVisible();
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
