import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PUSH_KEY } from '@/api/session';
import { liveServer } from '@/testing/fake-socket';
import { anOutcome } from '@/testing/notifications';
import { renderApp } from '@/testing/render';

type Shown = { title: string; options: NotificationOptions; onclick: (() => void) | null };

let shown: Shown[];
let answer: NotificationPermission;

class FakeNotification {
  static permission: NotificationPermission;
  static requestPermission = vi.fn(() => {
    FakeNotification.permission = answer;
    return Promise.resolve(answer);
  });
  onclick: (() => void) | null = null;
  close = () => undefined;
  constructor(title: string, options: NotificationOptions) {
    const entry: Shown = { title, options, onclick: null };
    shown.push(entry);
    queueMicrotask(() => {
      entry.onclick = this.onclick;
    });
  }
}

// Not a stubbed global: unstubbing restores all of them, and the setup needs some.
function supply(value: unknown): void {
  Object.defineProperty(window, 'Notification', { value, configurable: true });
}

beforeEach(() => {
  shown = [];
  answer = 'granted';
  FakeNotification.permission = 'default';
  supply(FakeNotification);
  vi.spyOn(window, 'focus').mockImplementation(() => undefined);
});
afterEach(() => {
  Reflect.deleteProperty(window, 'Notification');
  FakeNotification.requestPermission.mockClear();
});

const look = (away: boolean) => vi.spyOn(document, 'hidden', 'get').mockReturnValue(away);

async function book(address = '/connect-accounts') {
  const app = await renderApp(address);
  await screen.findByRole('button', { name: 'Notifications, 3 new' });
  await liveServer.admit({ seq: 18 });
  await liveServer.send(anOutcome({ seq: 19 }));
  await screen.findByRole('button', { name: 'Notifications, 4 new' });
  return app;
}

describe('browser notifications', () => {
  it('are requested only by a button, and once', async () => {
    const { user } = await renderApp('/connect-accounts');
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    const ask = await panel.findByRole('button', { name: 'Turn on notifications' });
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
    await user.click(ask);
    expect(FakeNotification.requestPermission).toHaveBeenCalledOnce();
    await waitFor(() => {
      expect(ask).not.toBeInTheDocument();
    });
  });

  it('show a booking while the page is hidden, and open it', async () => {
    FakeNotification.permission = 'granted';
    look(true);
    const { router } = await book();
    expect(shown.map(({ title }) => title)).toEqual(['Booked: Petit Quai']);
    expect(shown[0]?.options.body).toContain('7:15 PM in New York for 2 · Bar');
    shown[0]?.onclick?.();
    await waitFor(() => {
      expect(router.state.location.href).toBe('/reservations?open=4127');
    });
  });

  it.each<[string, NotificationPermission, boolean, string | null]>([
    ['while the page is looked at', 'granted', false, null],
    ['before anybody was asked', 'default', true, null],
    ['when the browser blocks them', 'denied', true, null],
    ['when they are switched off in the profile', 'granted', true, 'off'],
  ])('are not shown %s', async (_, permission, away, choice) => {
    FakeNotification.permission = permission;
    if (choice !== null) localStorage.setItem('browser-notices', choice);
    look(away);
    await book();
    expect(shown).toEqual([]);
  });

  it('that only a service worker may show cause no error', async () => {
    FakeNotification.permission = 'granted';
    supply(
      Object.assign(
        vi.fn(() => {
          throw new TypeError('Illegal constructor');
        }),
        { permission: 'granted' },
      ),
    );
    look(true);
    await book();
    expect(await screen.findByText('Booked: Petit Quai')).toBeInTheDocument();
  });

  it('are switched on and off in the profile', async () => {
    FakeNotification.permission = 'granted';
    const { user } = await renderApp('/profile?tab=notifications');
    const row = await screen.findByRole('switch', { name: 'This browser' });
    expect(row).toBeChecked();
    await user.click(row);
    expect(row).not.toBeChecked();
    expect(localStorage.getItem('browser-notices')).toBe('off');
    await user.click(row);
    expect(row).toBeChecked();
  });

  it('that the browser blocks have no switch', async () => {
    FakeNotification.permission = 'denied';
    await renderApp('/profile?tab=notifications');
    await screen.findByRole('switch', { name: 'Email' });
    expect(screen.queryByRole('switch', { name: 'This browser' })).not.toBeInTheDocument();
  });

  it('are not shown on a device that gets push messages', async () => {
    FakeNotification.permission = 'granted';
    localStorage.setItem(PUSH_KEY, '1');
    look(true);
    await book();
    expect(shown).toEqual([]);
  });
});
