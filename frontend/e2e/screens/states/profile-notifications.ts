import { expect, type Page } from '@playwright/test';
import { http, HttpResponse } from 'msw';
import { answersWith, subscription } from '../../../src/testing/billing';
import { refusal } from '../../../src/testing/handlers';
import {
  CHECKING,
  NOT_FOUND,
  notificationSettings,
  NTFY,
  PHONE,
  TELEGRAM,
} from '../../../src/testing/notification-settings';
import { BROKER, calendarAddress } from '../../../src/testing/profile';
import type { Screen } from '../kinds';
import { as, opensDialog, refuses, shown } from './common';

const standard = [answersWith(subscription()), as({ subscription_type: 'standard' })];

const WRONG_CODE = "That isn't the code we sent. Check it and try again.";
const refusesCode = http.post('/api/users/phone/confirm/', () =>
  refusal(400, 'wrong_code', WRONG_CODE, { code: WRONG_CODE }),
);

const hasCalendar = http.get('/api/calendar/', () => HttpResponse.json(calendarAddress()));

const hasBroker = (problem: string | null) =>
  http.get('/api/mqtt/', () => HttpResponse.json({ broker: { ...BROKER, problem } }));

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
const openAddApp = async (page: Page) => {
  await page.getByRole('button', { name: 'Add app' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** The profile's tab of channels, devices, quiet hours, the calendar and the MQTT broker. */
export const NOTIFICATIONS_TAB = {
  loaded: [
    {
      name: 'profile-notifications',
      path: NOTIFICATIONS,
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
      mayNotify: true,
      act: async (page) => {
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
      path: NOTIFICATIONS,
      overrides: [...standard, hasCalendar],
      act: async (page) => {
        await expect(page.getByLabel('Calendar address', { exact: true })).toBeVisible();
      },
    },
    {
      name: 'profile-broker-connected',
      path: NOTIFICATIONS,
      overrides: [...standard, hasBroker(null)],
      act: shown('Your broker has 2 requests.'),
    },
    {
      name: 'profile-email-waits',
      path: NOTIFICATIONS,
      overrides: [as({ email_confirmed: false })],
      act: async (page) => {
        await shown(/^This waits for your confirmation/)(page);
        await page.getByRole('button', { name: 'Resend the link' }).click();
        await shown('We sent a link to maya.okafor@example.com.')(page);
      },
    },
    {
      name: 'profile-phone-off',
      path: NOTIFICATIONS,
      overrides: [as({ phone_confirmed: false })],
      act: async (page) => {
        await expect(page.getByRole('button', { name: 'Send a code' })).toBeVisible();
      },
    },
    {
      name: 'profile-phone-code',
      path: NOTIFICATIONS,
      overrides: [as({ phone_confirmed: false }), refusesCode],
      act: async (page) => {
        await page.getByRole('button', { name: 'Send a code' }).click();
        await page.getByLabel('Code').fill('123456');
        await page.getByRole('button', { name: 'Confirm phone' }).click();
        await shown(WRONG_CODE)(page);
      },
    },
  ],
  error: [
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
      name: 'profile-broker',
      path: NOTIFICATIONS,
      overrides: [...standard, hasBroker('The broker refused the user name or the password.')],
      act: shown('The broker refused the user name or the password.'),
    },
    {
      name: 'profile-broker-failed',
      path: NOTIFICATIONS,
      overrides: [...standard, refuses('/api/mqtt/')],
      act: shown("We couldn't load your MQTT broker."),
    },
    {
      name: 'profile-calendar-failed',
      path: NOTIFICATIONS,
      overrides: [...standard, refuses('/api/calendar/')],
      act: shown("We couldn't load your calendar address."),
    },
  ],
  dialog: [
    {
      name: 'profile-broker-form',
      path: NOTIFICATIONS,
      overrides: [...standard, hasBroker(null)],
      act: async (page) => {
        await opensDialog('Change')(page);
        await page.getByRole('dialog').getByLabel('Broker address').fill('');
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await shown('Enter an address')(page);
      },
    },
    {
      name: 'profile-calendar-renew',
      path: NOTIFICATIONS,
      overrides: [...standard, hasCalendar],
      act: opensDialog('New address'),
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
  ],
} satisfies Partial<Screen>;
