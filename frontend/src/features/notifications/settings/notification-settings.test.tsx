import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PUSH_KEY as PUSHED } from '@/api/session';
import { expectFocus } from '@/testing/focus';
import { refusal } from '@/testing/handlers';
import {
  CHECKING,
  NOT_FOUND,
  notificationSettings,
  NTFY,
  PHONE,
  PUSH_KEY,
  RESULTS,
} from '@/testing/notification-settings';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const API = '/api/notification-settings/';
const has = (changes: Parameters<typeof notificationSettings>[0]) => {
  server.use(http.get(API, () => HttpResponse.json(notificationSettings(changes))));
};
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const openTab = () => renderApp('/profile?tab=notifications');

describe('what is sent where', () => {
  it('is closed at first, and chosen cell by cell for the channels that are on', async () => {
    const received: unknown[] = [];
    server.use(
      http.patch(`${API}choices/`, async ({ request }) => {
        received.push(await request.json());
        return HttpResponse.json(notificationSettings());
      }),
    );
    has({ addresses: [NTFY] });
    const { user } = await openTab();
    const title = await screen.findByRole('heading', { name: 'What we send where' });
    const table = within(await screen.findByRole('table', { name: 'What we send where' }));
    const cell = table.getByRole('checkbox', { name: 'Request ended: Apps' });
    expect(cell).not.toBeVisible();
    await user.click(title);
    expect(cell).toBeVisible();
    // Text messages are off, and no device is on.
    expect(table.queryByRole('checkbox', { name: 'Table booked: Text' })).not.toBeInTheDocument();
    expect(
      table.queryByRole('checkbox', { name: 'Table booked: Devices' }),
    ).not.toBeInTheDocument();
    expect(cell).toBeChecked();
    await user.click(cell);
    expect(cell).not.toBeChecked();
    await waitFor(() => {
      expect(received).toEqual([{ choices: [{ topic: 'ended', channel: 'chat', on: false }] }]);
    });
  });

  it('is undone when the server refuses, and the page says why', async () => {
    server.use(http.patch(`${API}choices/`, () => refusal(503, 'away', 'Not just now.')));
    const { user } = await openTab();
    const cell = await screen.findByRole('checkbox', { name: 'Your plan: Email' });
    await user.click(cell);
    expect(await screen.findByText('Not just now.')).toBeInTheDocument();
    await waitFor(() => {
      expect(cell).toBeChecked();
    });
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get(API, () => refusal(403, 'away', 'No.')));
    const { user } = await openTab();
    await screen.findByText("We couldn't load your notification settings.");
    has({});
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Devices and apps' })).toBeInTheDocument();
  });
});

describe('quiet hours', () => {
  it('are saved on the clock of this browser', async () => {
    let received: unknown;
    server.use(
      http.put(`${API}quiet-hours/`, async ({ request }) => {
        received = await request.json();
        return HttpResponse.json(notificationSettings({ quiet_hours: received as never }));
      }),
    );
    const { user } = await openTab();
    const part = await region('Quiet hours');
    await user.click(part.getByRole('switch', { name: 'Use quiet hours' }));
    expect(part.getByLabelText('Time zone')).toHaveValue('America/Los_Angeles');
    await user.click(part.getByRole('button', { name: 'Save quiet hours' }));
    expect(await screen.findByText('Quiet hours are saved.')).toBeInTheDocument();
    expect(received).toEqual({ start: '22:00', end: '07:00', time_zone: 'America/Los_Angeles' });
    expect(part.queryByRole('button', { name: 'Save quiet hours' })).not.toBeInTheDocument();
  });

  it('keep the zone that was chosen, and are switched off at once', async () => {
    has({ quiet_hours: { start: '23:00', end: '08:00', time_zone: 'America/New_York' } });
    const { user } = await openTab();
    const part = await region('Quiet hours');
    expect(part.getByLabelText('From')).toHaveValue('23:00');
    expect(part.getByLabelText('Time zone')).toHaveValue('America/New_York');
    await user.selectOptions(part.getByLabelText('Time zone'), 'America/Phoenix');
    expect(part.getByRole('button', { name: 'Save quiet hours' })).toBeInTheDocument();
    await user.click(part.getByRole('switch', { name: 'Use quiet hours' }));
    expect(await screen.findByText('Quiet hours are off.')).toBeInTheDocument();
    expect(part.queryByLabelText('From')).not.toBeInTheDocument();
  });

  it('that are refused name the field', async () => {
    const sentence = 'Quiet hours need two different times.';
    server.use(
      http.put(`${API}quiet-hours/`, () => refusal(400, 'bad_form', sentence, { end: sentence })),
    );
    const { user } = await openTab();
    const part = await region('Quiet hours');
    await user.click(part.getByRole('switch', { name: 'Use quiet hours' }));
    await user.click(part.getByRole('button', { name: 'Save quiet hours' }));
    await waitFor(() => {
      expect(part.getByLabelText('To')).toHaveAccessibleDescription(sentence);
    });
  });
});

describe('a test', () => {
  it('shows the result of each channel, and asks again while one waits', async () => {
    let reads = 0;
    server.use(
      http.get(`${API}tests/812/`, () => {
        reads += 1;
        const done = RESULTS.map((one) =>
          one.channel === 'push' ? { ...one, state: 'sent' as const, text: 'Sent' } : one,
        );
        return HttpResponse.json(reads === 1 ? RESULTS : done);
      }),
    );
    const { user } = await openTab();
    const part = await region('Test');
    await user.click(part.getByRole('button', { name: 'Send a test' }));
    const results = within(await part.findByRole('list', { name: 'Results' }));
    expect(await results.findByText('ntfy · ntfy.sh …x7Qf')).toBeInTheDocument();
    expect(
      results.getByText('Not delivered. It refused the message (error 403).'),
    ).toBeInTheDocument();
    await waitFor(() => {
      expect(results.getAllByText('Sent')).toHaveLength(2);
    });
    expect(reads).toBe(2);
  });

  it('that is refused says why', async () => {
    server.use(
      http.post(`${API}tests/`, () => refusal(409, 'nothing_to_test', 'Turn on a channel first.')),
    );
    const { user } = await openTab();
    const part = await region('Test');
    await user.click(part.getByRole('button', { name: 'Send a test' }));
    expect(await part.findByRole('alert')).toHaveTextContent('Turn on a channel first.');
  });
});

describe('an app', () => {
  const openDialog = async () => {
    const { user } = await openTab();
    const part = await region('Devices and apps');
    await user.click(part.getByRole('button', { name: 'Add app' }));
    return { user, part, dialog: within(await screen.findByRole('dialog')) };
  };

  it('is added with the fields of its kind', async () => {
    let received: unknown;
    server.use(
      http.post(`${API}apps/`, async ({ request }) => {
        received = await request.json();
        return HttpResponse.json(notificationSettings({ addresses: [NTFY] }));
      }),
    );
    const { user, part, dialog } = await openDialog();
    await user.selectOptions(dialog.getByLabelText('App'), 'Telegram');
    await user.type(dialog.getByLabelText('Bot token'), '123456789:abc');
    await user.type(dialog.getByLabelText('Chat ID'), '987');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await part.findByText('ntfy')).toBeInTheDocument();
    expect(received).toEqual({ app: 'telegram', token: '123456789:abc', chat: '987' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('needs its fields, and a refusal stands beside its field', async () => {
    const sentence = 'This address leads into a private network. Use a public server.';
    server.use(
      http.post(`${API}apps/`, () => refusal(400, 'bad_form', sentence, { server: sentence })),
    );
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(dialog.getByText('Fill this in.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Topic'), 'tables');
    await user.type(dialog.getByLabelText(/^Server/), 'https://10.0.0.7');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => {
      expect(dialog.getByLabelText(/^Server/)).toHaveAccessibleDescription(sentence);
    });
    await expectFocus(() => dialog.getByLabelText(/^Server/));
  });

  it('shows that its server is being looked up, and why nothing can be sent there', async () => {
    let reads = 0;
    server.use(
      http.get(API, () => {
        reads += 1;
        return HttpResponse.json(
          notificationSettings({ addresses: [reads === 1 ? CHECKING : NOT_FOUND] }),
        );
      }),
    );
    await openTab();
    const part = await region('Devices and apps');
    expect(part.getByText(/Checking its server…$/)).toBeInTheDocument();
    expect(
      await part.findByText(/^We couldn't find this server\./, {}, { timeout: 3000 }),
    ).toBeVisible();
    expect(part.queryByText(/Checking its server/)).not.toBeInTheDocument();
  });

  it('is removed, and focus moves to the title of the part', async () => {
    has({ addresses: [NTFY] });
    const { user } = await openTab();
    const part = await region('Devices and apps');
    await user.click(part.getByRole('button', { name: 'Remove ntfy' }));
    expect(await screen.findByText('Removed. It gets no more notifications.')).toBeInTheDocument();
    await expectFocus(() => screen.getByRole('heading', { name: 'Devices and apps' }));
  });
});

describe('this device', () => {
  const subscribe = vi.fn();
  const unsubscribe = vi.fn();
  const requestPermission = vi.fn();
  const define = (target: object, name: string, value: unknown) => {
    Object.defineProperty(target, name, { value, configurable: true });
  };

  beforeEach(() => {
    const subscription = {
      unsubscribe,
      toJSON: () => ({
        endpoint: 'https://push.example.net/send/1',
        keys: { p256dh: 'p', auth: 'a' },
      }),
    };
    subscribe.mockReset().mockResolvedValue(subscription);
    unsubscribe.mockReset().mockResolvedValue(true);
    requestPermission.mockReset().mockResolvedValue('granted');
    const pushManager = { subscribe, getSubscription: () => Promise.resolve(null) };
    const registration = {
      pushManager: { ...pushManager, getSubscription: () => Promise.resolve(subscription) },
    };
    define(navigator, 'serviceWorker', {
      ready: Promise.resolve({ pushManager }),
      getRegistration: () => Promise.resolve(registration),
      addEventListener: () => undefined,
    });
    define(window, 'PushManager', vi.fn());
    define(window, 'Notification', { permission: 'default', requestPermission });
  });
  afterEach(() => {
    for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('asks for permission only after a click, and subscribes with the server’s key', async () => {
    let received: unknown;
    server.use(
      http.post(`${API}devices/`, async ({ request }) => {
        received = await request.json();
        return HttpResponse.json(
          notificationSettings({ addresses: [{ ...PHONE, current: true }] }),
        );
      }),
    );
    const { user } = await openTab();
    const part = await region('Devices and apps');
    const button = part.getByRole('button', { name: 'Turn on for this device' });
    expect(requestPermission).not.toHaveBeenCalled();
    await user.click(button);
    expect(await part.findByText(/^This device · Added/)).toBeInTheDocument();
    expect(subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: PUSH_KEY,
    });
    expect(received).toEqual({
      endpoint: 'https://push.example.net/send/1',
      keys: { p256dh: 'p', auth: 'a' },
    });
    expect(button).not.toBeInTheDocument();
    // The service worker shows notifications now, so the switch for open pages is gone.
    expect(localStorage.getItem(PUSHED)).toBe('1');
    expect(screen.queryByRole('switch', { name: 'This browser' })).not.toBeInTheDocument();
  });

  it.each([
    [
      'the user refuses',
      () => requestPermission.mockResolvedValue('denied'),
      "Your browser didn't allow notifications.",
    ],
    [
      'the push service fails',
      () => subscribe.mockRejectedValue(new Error('no')),
      "Your browser couldn't turn on notifications. Try again, or add an app.",
    ],
  ])('stays off when %s, and the page says so', async (_, fail, sentence) => {
    fail();
    const { user } = await openTab();
    const part = await region('Devices and apps');
    await user.click(part.getByRole('button', { name: 'Turn on for this device' }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(localStorage.getItem(PUSHED)).toBeNull();
  });

  it('is removed with its subscription', async () => {
    has({ addresses: [{ ...PHONE, current: true }] });
    const { user } = await openTab();
    const part = await region('Devices and apps');
    await user.click(part.getByRole('button', { name: 'Remove Chrome on Android' }));
    await screen.findByText('Removed. It gets no more notifications.');
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect(localStorage.getItem(PUSHED)).toBeNull();
  });

  it('that the browser blocks shows how to allow it', async () => {
    define(window, 'Notification', { permission: 'denied', requestPermission });
    await openTab();
    const part = await region('Devices and apps');
    expect(part.getByText(/^Your browser blocks notifications/)).toBeInTheDocument();
    expect(part.queryByRole('button', { name: 'Turn on for this device' })).not.toBeInTheDocument();
  });

  it('is not offered if the server sends no push messages', async () => {
    has({ push_key: null });
    await openTab();
    const part = await region('Devices and apps');
    expect(part.queryByRole('button', { name: 'Turn on for this device' })).not.toBeInTheDocument();
  });
});

it('offers only apps in a browser without push messages', async () => {
  await openTab();
  const part = await region('Devices and apps');
  expect(part.getByRole('button', { name: 'Add app' })).toBeInTheDocument();
  expect(part.queryByText(/browser/)).not.toBeInTheDocument();
});
