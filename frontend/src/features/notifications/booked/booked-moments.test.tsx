import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Booked } from '@/api/reservation-types';
import { expectFocus } from '@/testing/focus';
import { liveServer } from '@/testing/fake-socket';
import { anOutcome, notificationPage } from '@/testing/notifications';
import { renderApp } from '@/testing/render';
import { aBooking, aGroup, aMember, aVenue } from '@/testing/reservation-fixtures';
import { server } from '@/testing/server';
import { claim } from './claims';

const GROUP_ID = 900;
const BOOKED = anOutcome({
  seq: 19,
  group_id: GROUP_ID,
  reservation_id: 51,
  attempt_id: 77,
  venue_name: 'Osteria Lucciola',
});

function serveTable(booked: Partial<Booked> = {}, fields: Parameters<typeof aMember>[0] = {}) {
  const reads = vi.fn();
  const member = aMember({ status: 'confirmed', watch: null, booked: aBooking(booked), ...fields });
  server.use(
    http.get(`/api/reservations/${GROUP_ID}/`, () => {
      reads();
      return HttpResponse.json(
        aGroup({ group_id: GROUP_ID, members: [member], venues: [aVenue()] }),
      );
    }),
  );
  return reads;
}

const serveNotices = (...args: Parameters<typeof notificationPage>) => {
  server.use(http.get('/api/notices/', () => HttpResponse.json(notificationPage(...args))));
};

const findTicket = () =>
  screen.findByRole('dialog', { name: 'Booked: Osteria Lucciola' }, { timeout: 5000 });

/** Enough for the ticket to come, if it would. */
const wait = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 300)));

beforeEach(() => {
  localStorage.removeItem('booked-screen');
  serveNotices({ events: [], seen: 18, unseen: 0 });
});

async function bookWhileOpen() {
  const app = await renderApp('/restaurants');
  await screen.findByRole('button', { name: 'Notifications' });
  await liveServer.admit({ seq: 18 });
  await liveServer.send(BOOKED);
  return app;
}

describe('a table that is booked while the page is open', () => {
  test('takes the screen with its facts and the next steps, without a toast', async () => {
    serveTable();
    vi.spyOn(document, 'elementsFromPoint').mockImplementation(() => [
      ...document.querySelectorAll('.booked-screen'),
    ]);
    await bookWhileOpen();
    const ticket = within(await findTicket());
    for (const text of [
      'Saturday, Nov 28',
      '7:15 PM in New York',
      'Bar',
      '118 Perry Street, New York',
      'Resy, Maya Okafor',
      '740000029',
      'Free until Fri, Nov 27, 7:15 PM in New York, then $50 for the party',
    ]) {
      expect(ticket.getByText(text)).toBeInTheDocument();
    }
    // Time goes on while the test runs.
    expect(ticket.getByText(/^7d [45]h left$/)).toBeInTheDocument();
    expect(ticket.getByRole('button', { name: /^Add to calendar/ })).toBeInTheDocument();
    expect(ticket.getByRole('link', { name: /^Directions/ })).toBeInTheDocument();
    await screen.findByText(/^Booked: Osteria Lucciola\. /);
    expect(document.querySelector('.toast')).toBeNull();
  });

  test.each(['{Escape}', 'Done'])('leaves on %s and returns the focus', async (how) => {
    serveTable();
    const app = await renderApp('/restaurants');
    const bell = await screen.findByRole('button', { name: 'Notifications' });
    await liveServer.admit({ seq: 18 });
    bell.focus();
    await liveServer.send(BOOKED);
    const ticket = await findTicket();
    if (how === 'Done') await app.user.click(within(ticket).getByRole('button', { name: how }));
    else await app.user.keyboard(how);
    await expectFocus(bell);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('waits while the user types', async () => {
    serveTable();
    const { user } = await renderApp('/restaurants');
    await liveServer.admit({ seq: 18 });
    const [field] = await screen.findAllByRole('searchbox');
    if (field === undefined) throw new Error('no field');
    await user.click(field);
    await liveServer.send(BOOKED);
    await wait();
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => {
      field.blur();
    });
    expect(await findTicket()).toBeInTheDocument();
  });

  test('does not take the screen if the user wants none of it', async () => {
    localStorage.setItem('booked-screen', 'off');
    const reads = serveTable();
    await bookWhileOpen();
    await wait();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(reads).not.toHaveBeenCalled();
  });
});

describe('a table that was booked before the visit', () => {
  const unread = { events: [BOOKED], seen: 18, unseen: 1, last_seq: 19 };

  test('takes the screen once', async () => {
    serveTable();
    serveNotices(unread);
    const first = await renderApp('/restaurants');
    await findTicket();
    first.unmount();

    const reads = serveTable();
    await renderApp('/restaurants');
    await wait();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(reads).not.toHaveBeenCalled();
  });

  test.each<[string, Parameters<typeof notificationPage>[0], Parameters<typeof aMember>[0]]>([
    ['its notification was read', { ...unread, seen: 19, unseen: 0 }, {}],
    ['its day is over', unread, { date: '2026-11-19' }],
    ['it was canceled', unread, { booked: null, status: 'canceled' }],
  ])('does not take the screen if %s', async (_, page, member) => {
    serveTable({}, member);
    serveNotices(page);
    await renderApp('/restaurants');
    await wait();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('of two tabs, one shows a booking', async () => {
  const [one, other] = await Promise.all([
    claim('booked-shown', [1, 2]),
    claim('booked-shown', [2]),
  ]);
  expect([one, other]).toEqual([[1, 2], []]);
});
