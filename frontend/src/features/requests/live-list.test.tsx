import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { expectFocus } from '@/testing/focus';
import { liveServer } from '@/testing/fake-socket';
import { renderApp } from '@/testing/render';
import { aWatch } from '@/testing/reservation-fixtures';
import {
  openList,
  outcome,
  paused,
  serve,
  serveList,
  ticket,
  toasts,
  watched,
} from '@/testing/reservation-list';
import { groupAt } from '@/testing/reservations';
import { withOutcome } from '@/entities/request/cache/group-changes';

serveList();

describe('a live page', () => {
  test('says Live when it is connected, and when the connection was lost', async () => {
    await renderApp('/reservations');
    expect(await screen.findByText('Connecting…')).toBeInTheDocument();
    await liveServer.admit();
    expect(screen.getByText('Live')).toBeInTheDocument();
    await liveServer.drop();
    expect(await screen.findByText(/^Last update/)).toBeInTheDocument();
  });

  test('a tick updates when the ticket was last looked at', async () => {
    await openList();
    const card = await ticket('Osteria Lucciola');
    await liveServer.sendLive({
      type: 'watch.ticks',
      at: '2026-11-20T19:10:00.000Z',
      ticks: [
        {
          ...aWatch({ interval_ms: 90_000, last_check_at: new Date().toISOString() }),
          group_id: 4127,
          reservation_id: watched.members[0]?.id ?? 0,
        },
      ],
    });
    expect(card).toHaveTextContent('last looked just now');
  });

  test('a booking moves the ticket to the tables, with one toast', async () => {
    await openList();
    const card = await ticket('Osteria Lucciola');
    await liveServer.sendLive({
      type: 'watch.seen',
      at: '2026-11-20T19:04:12.000Z',
      group_id: 4127,
      reservation_id: watched.members[0]?.id ?? 0,
      attempt_id: 3,
      venue_name: 'Osteria Lucciola',
      time_zone: 'America/New_York',
      date: '2026-11-28',
      time: '19:15',
      seating: 'Bar',
      party_size: 2,
    });
    expect(card).toHaveTextContent('Table seen, booking it now');
    expect(card).toHaveTextContent('table seen · 7:15 PM in New York for 2 · Bar');
    expect(
      screen.getByText(
        'Table seen at Osteria Lucciola, 7:15 PM in New York for 2 · Bar. Booking it now.',
      ),
    ).toBeInTheDocument();

    serve(withOutcome(outcome())(watched), paused);
    within(card).getByRole('link', { name: 'Osteria Lucciola' }).focus();
    await liveServer.send(outcome());
    const table = await ticket('Osteria Lucciola');
    expect(table).toHaveAttribute('data-status', 'confirmed');
    expect(table).toHaveTextContent('7:15 PM in New York · for 2');
    expect(table.closest('section')).toHaveAccessibleName('Your tables');
    expect(screen.getByText('Osteria Lucciola is now under Your tables.')).toBeInTheDocument();
    await expectFocus(() => within(table).getByRole('link', { name: 'Osteria Lucciola' }));
    expect(
      within(screen.getByRole('navigation', { name: 'Status' })).getByText('Confirmed'),
    ).toHaveTextContent('Confirmed 1');
    await waitFor(() => {
      expect(toasts()).toHaveLength(1);
    });
  });

  test('an outcome during a gap is shown and announced once', async () => {
    const { user } = await openList();
    await ticket('Osteria Lucciola');
    await liveServer.drop();
    serve(withOutcome(outcome())(watched), paused);
    await liveServer.admit({ seq: 1, replay: [outcome()] });
    await waitFor(async () => {
      expect(await ticket('Osteria Lucciola')).toHaveAttribute('data-status', 'confirmed');
    });
    await screen.findByText('Booked: Osteria Lucciola');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await liveServer.drop();
    // Toasts come in the order of the events: with the second one on the page, a duplicate of the first would be there too.
    const next = outcome({ seq: 2, group_id: 4070, venue_name: 'Salt Hay' });
    await liveServer.admit({ seq: 2, replay: [outcome(), next] });
    await screen.findByText('Booked: Salt Hay');
    expect(toasts()).toHaveLength(1);
  });

  test('many outcomes at once are one summary', async () => {
    await openList();
    await ticket('Osteria Lucciola');
    await liveServer.send(
      ...[1, 2, 3, 4].map((seq) => outcome({ seq, kind: seq < 4 ? 'booked' : 'lost' })),
    );
    expect(await screen.findByText('4 of your requests have news')).toBeInTheDocument();
    expect(screen.getByText('3 booked, 1 lost.')).toBeInTheDocument();
    expect(toasts()).toHaveLength(0);
  });

  test('a request filed elsewhere moves nothing and appears after a click', async () => {
    const { user } = await openList();
    await ticket('Osteria Lucciola');
    serve(groupAt(['Vesper'], {}, { group_id: 5000 }), watched, paused);
    await liveServer.send({
      seq: 1,
      type: 'reservation.changed',
      at: '2026-11-20T19:04:13.000Z',
      group_id: 5000,
      group_status: 'active',
      what: 'filed',
      reason: null,
      reason_text: null,
    });
    expect(screen.queryByRole('article', { name: 'Vesper' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Show 1 new request' }));
    await ticket('Vesper');
  });

  test('a failing platform is reported above the list until it recovers', async () => {
    await openList();
    await ticket('Osteria Lucciola');
    const source = {
      type: 'source.state' as const,
      at: '2026-11-20T19:04:13.000Z',
      platform: 'resy' as const,
      since: '2026-11-20T19:04:12.000Z',
    };
    await liveServer.sendLive({
      ...source,
      state: 'stopped',
      reason: 'blocked',
      reason_text: 'Resy does not answer us just now. Your requests stay active.',
    });
    expect(await screen.findByText('Resy does not answer us just now.')).toBeInTheDocument();
    await liveServer.sendLive({ ...source, state: 'healthy', reason: null, reason_text: null });
    await waitFor(() => {
      expect(screen.queryByText('Resy does not answer us just now.')).not.toBeInTheDocument();
    });
  });

  test('an expired account is reported with a link to reconnect it', async () => {
    const { user, router } = await openList();
    await ticket('Osteria Lucciola');
    await liveServer.send({
      seq: 1,
      type: 'account.attention',
      at: '2026-11-20T19:04:13.000Z',
      account_id: 1,
      platform: 'resy',
      username: 'maya@example.com',
      status: 'needs_reconnect',
      reason: 'needs_reconnect',
      reason_text: 'Your Resy login expired. Reconnect to resume.',
    });
    expect(await screen.findByText('Resy needs you')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Reconnect' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/connect-accounts');
    });
  });
});
