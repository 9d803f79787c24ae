/** The mocked API's answers about devices, chat apps, topics and channels, quiet hours and test messages. */
import { http, HttpResponse } from 'msw';
import type {
  Address,
  NotificationSettings,
  TestResult,
} from '@/features/notifications/settings/queries';

const TOPICS = ['booked', 'needs_you', 'opening', 'changed', 'ended', 'plan'] as const;
const CHANNELS = ['email', 'sms', 'push', 'chat'] as const;

export const PHONE: Address = {
  id: 3,
  channel: 'push',
  app: null,
  label: 'Chrome on Android',
  current: false,
  created_at: '2026-11-18T15:43:29.452Z',
  state: 'ready',
  problem: null,
};
export const NTFY: Address = {
  id: 4,
  channel: 'chat',
  app: 'ntfy',
  label: 'ntfy.sh …x7Qf',
  current: false,
  created_at: '2026-11-19T15:50:02.117Z',
  state: 'ready',
  problem: null,
};
export const CHECKING: Address = {
  ...NTFY,
  id: 6,
  label: 'ntfy.tablehawk.example …k2Lm',
  state: 'checking',
};
export const NOT_FOUND: Address = {
  ...NTFY,
  id: 7,
  label: 'ntfy.nowhere.example …p9Qr',
  state: 'failed',
  problem: "We couldn't find this server. Check its name, or send a test to try again.",
};
export const TELEGRAM: Address = { ...NTFY, id: 5, app: 'telegram', label: '…4321' };

export const PUSH_KEY =
  'BJ1Xn2TqFq1mZ0w2vKQy3b8l0c9kq4Jt7oX5mG6hYd0ZrN4sU1eA2pVwB3xC5tL7iK8jH9gF0dS1aQ2wE3rT4yU';

export function notificationSettings(
  changes: Partial<NotificationSettings> = {},
): NotificationSettings {
  return {
    choices: TOPICS.flatMap((topic) => CHANNELS.map((channel) => ({ topic, channel, on: true }))),
    quiet_hours: null,
    addresses: [],
    reachable: true,
    push_key: PUSH_KEY,
    ...changes,
  };
}

/** The results of a test message on one channel each; ntfy fails. */
export const RESULTS: TestResult[] = [
  { channel: 'email', app: null, label: null, state: 'sent', text: 'Sent' },
  { channel: 'push', app: null, label: PHONE.label, state: 'waiting', text: 'Sending…' },
  {
    channel: 'chat',
    app: 'ntfy',
    label: NTFY.label,
    state: 'failed',
    text: 'It refused the message (error 403).',
  },
];

const API = '/api/notification-settings/';

export const notificationSettingsHandlers = [
  http.get(API, () => HttpResponse.json(notificationSettings())),
  http.patch(`${API}choices/`, async ({ request }) => {
    const { choices } = (await request.json()) as Pick<NotificationSettings, 'choices'>;
    const settings = notificationSettings();
    return HttpResponse.json({
      ...settings,
      choices: settings.choices.map(
        (one) =>
          choices.find(({ topic, channel }) => topic === one.topic && channel === one.channel) ??
          one,
      ),
    });
  }),
  http.put(`${API}quiet-hours/`, async ({ request }) =>
    HttpResponse.json(
      notificationSettings({
        quiet_hours: (await request.json()) as NotificationSettings['quiet_hours'],
      }),
    ),
  ),
  http.delete(`${API}quiet-hours/`, () => HttpResponse.json(notificationSettings())),
  http.post(`${API}devices/`, () =>
    HttpResponse.json(notificationSettings({ addresses: [{ ...PHONE, current: true }] })),
  ),
  http.post(`${API}apps/`, () => HttpResponse.json(notificationSettings({ addresses: [NTFY] }))),
  http.delete(`${API}addresses/:id/`, () => HttpResponse.json(notificationSettings())),
  http.post(`${API}tests/`, () => HttpResponse.json({ test: 812 })),
  http.get(`${API}tests/:test/`, () => HttpResponse.json(RESULTS)),
];
