import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveServer } from '@/testing/fake-socket';
import { refusal } from '@/testing/handlers';
import { anOutcome, notificationPage } from '@/testing/notifications';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';

const bell = (name: RegExp | string = /^Notifications/) => screen.findByRole('button', { name });

async function openPanel(address = '/connect-accounts') {
  const app = await renderApp(address);
  await app.user.click(await bell());
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  return { ...app, panel };
}

/** The numbers up to which the page reported everything as read. */
function watchReading() {
  const read: number[] = [];
  server.use(
    http.patch<never, { seen: number }>('/api/notices/', async ({ request }) => {
      const { seen } = await request.json();
      read.push(seen);
      return HttpResponse.json({ seen, unseen: 0, last_seq: 18 });
    }),
  );
  return read;
}

describe('the notification list', () => {
  beforeEach(() => {
    vi.setSystemTime('2026-11-20T19:05:13.000Z');
  });
  afterEach(() => {
    vi.useRealTimers();
    onlineManager.setOnline(true);
  });

  it('shows the unread count on the bell', async () => {
    await renderApp('/connect-accounts');
    expect(await bell('Notifications, 3 new')).toBeInTheDocument();
    expect(screen.getByText('3 new notifications')).toHaveAttribute('role', 'status');
  });

  it('lists notifications by day, each with its text and link', async () => {
    const { panel } = await openPanel();
    const today = within(await panel.findByRole('region', { name: 'Today' }));
    expect(today.getByRole('link', { name: /Booked: Petit Quai/ })).toHaveAttribute(
      'href',
      '/reservations?open=4127',
    );
    expect(today.getByRole('link', { name: /Resy needs you/ })).toHaveAttribute(
      'href',
      '/connect-accounts',
    );
    const yesterday = within(panel.getByRole('region', { name: 'Yesterday' }));
    expect(yesterday.getByRole('link')).toHaveTextContent(
      'Not booked: Hendrik & Daughters Chophouse',
    );
    expect(panel.getByRole('link', { name: /Your trial ends soon/ })).toHaveAttribute(
      'href',
      '/profile?tab=subscription',
    );
  });

  it('marks everything as read when opened, and keeps the marks meanwhile', async () => {
    const read = watchReading();
    const { panel } = await openPanel();
    expect(await panel.findAllByText('New:')).toHaveLength(3);
    expect(await bell('Notifications')).toBeInTheDocument();
    expect(read).toEqual([18]);
    expect(panel.getAllByText('New:')).toHaveLength(3);
  });

  it('closes when an entry is clicked, and opens its page', async () => {
    const { panel, user, router } = await openPanel();
    await user.click(await panel.findByRole('link', { name: /Resy needs you/ }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/connect-accounts');
    });
    expect(screen.queryByRole('dialog', { name: 'Notifications' })).not.toBeInTheDocument();
  });

  it('adds and counts a live event at once', async () => {
    const { panel } = await openPanel();
    await panel.findByRole('region', { name: 'Today' });
    const read = watchReading();
    await liveServer.admit({ seq: 18 });
    await liveServer.send(anOutcome({ seq: 19, venue_name: 'Salt Hay' }));
    const [newest] = await panel.findAllByRole('link');
    await waitFor(() => {
      expect(panel.getAllByRole('link')[0]).toHaveTextContent('New: Booked: Salt Hay');
    });
    expect(newest).toBeDefined();
    await waitFor(() => {
      expect(read).toEqual([19]);
    });
  });

  it('reloads after a gap in the numbers', async () => {
    await renderApp('/connect-accounts');
    await bell('Notifications, 3 new');
    server.use(
      http.get('/api/notices/', () =>
        HttpResponse.json(notificationPage({ unseen: 7, last_seq: 25 })),
      ),
    );
    await liveServer.admit({ seq: 18 });
    await liveServer.send(anOutcome({ seq: 25 }));
    expect(await bell('Notifications, 7 new')).toBeInTheDocument();
  });

  it('loads older notifications on request', async () => {
    server.use(
      http.get('/api/notices/', ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get('before') === '9'
            ? notificationPage({ events: [anOutcome({ seq: 2, at: '2026-11-02T12:00:00.000Z' })] })
            : notificationPage({ more: true }),
        ),
      ),
    );
    const { panel, user } = await openPanel();
    await user.click(await panel.findByRole('button', { name: 'Show older' }));
    expect(await panel.findByRole('region', { name: 'Mon, Nov 2' })).toBeInTheDocument();
    expect(panel.queryByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
  });

  it('says so when it is empty', async () => {
    const empty = notificationPage({ events: [], seen: 0, unseen: 0, last_seq: 0 });
    server.use(http.get('/api/notices/', () => HttpResponse.json(empty)));
    const { panel } = await openPanel();
    expect(await panel.findByText(/^Nothing yet\./)).toBeInTheDocument();
    expect(await bell('Notifications')).toBeInTheDocument();
  });

  it('can be tried again when it fails', async () => {
    server.use(http.get('/api/notices/', () => refusal(403, 'away', 'Not now.')));
    const { panel, user } = await openPanel();
    expect(await panel.findByText("Your notifications didn't load.")).toBeInTheDocument();
    server.resetHandlers();
    await user.click(panel.getByRole('button', { name: 'Try Again' }));
    expect(await panel.findByRole('region', { name: 'Today' })).toBeInTheDocument();
  });

  it('says that it waits for the network', async () => {
    server.use(http.get('/api/notices/', () => new Promise<never>(() => undefined)));
    const { panel, queryClient } = await openPanel();
    expect(await panel.findByText('Loading notifications')).toBeInTheDocument();
    onlineManager.setOnline(false);
    void queryClient.resetQueries({ queryKey: ['notifications'] });
    expect(await panel.findByText(/^You're offline\./)).toBeInTheDocument();
  });

  it('shows markup in a name as text', async () => {
    const venue_name = '<script>alert(1)</script>';
    server.use(
      http.get('/api/notices/', () =>
        HttpResponse.json(notificationPage({ events: [anOutcome({ venue_name })] })),
      ),
    );
    const { panel } = await openPanel();
    expect(await panel.findByText(`Booked: ${venue_name}`)).toBeInTheDocument();
  });
});
