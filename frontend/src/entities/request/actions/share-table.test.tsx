import { act, screen, waitFor, within } from '@testing-library/react';
import { focusManager } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { refusal } from '@/testing/handlers';
import { renderPart } from '@/testing/render';
import { openList, serve, serveList, ticket } from '@/testing/reservation-list';
import { groupAt } from '@/testing/reservations';
import { aBooking, aGroup, aMember } from '@/testing/reservation-fixtures';
import { server } from '@/testing/server';
import { SHARE_URL } from '@/testing/shared-table';
import { ToastHost } from '@/ui/toast/toast-host';
import { bookedTables } from '../tables/booked-tables';
import { ShareTable } from './share-table';

const PATH = '/api/reservations/4127/tables/51/share/';
const INVITATION = [
  'Osteria Lucciola, 118 Perry Street, New York',
  'Saturday, Nov 28, 7:15 PM in New York, table for 2',
].join('\n');

afterEach(() => {
  focusManager.setFocused(undefined);
  Reflect.deleteProperty(navigator, 'share');
  vi.restoreAllMocks();
});

function supplyShare(share: (data: ShareData) => Promise<void>) {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
}

const shareButton = { name: /^(Share with guests|Copied)/ };
const stopButton = { name: /^Stop sharing/ };

/** `calls` has the methods of the calls to the server. */
function renderShare({ shared = false } = {}) {
  const calls: string[] = [];
  server.use(
    http.all(PATH, ({ request }) => {
      calls.push(request.method);
      const group = aGroup();
      return HttpResponse.json(
        request.method === 'POST'
          ? { url: SHARE_URL, group }
          : { message: "The link doesn't work anymore.", group, code: null },
      );
    }),
  );
  const members = [aMember({ status: 'confirmed', watch: null, booked: aBooking(), shared })];
  const [table] = bookedTables(aGroup({ members }));
  if (table === undefined) throw new Error('no table');
  const { user } = renderPart(
    <>
      <ShareTable groupId={4127} table={table} />
      <ToastHost />
    </>,
  );
  return { calls, press: () => user.click(screen.getByRole('button', shareButton)), user };
}

test('guests get the restaurant, the time, the party and the link, and nothing of the account', async () => {
  const share = vi.fn(() => Promise.resolve());
  supplyShare(share);
  const { press, calls } = renderShare();
  await press();
  await waitFor(() => {
    expect(share).toHaveBeenCalledWith({
      title: 'Osteria Lucciola',
      text: INVITATION,
      url: SHARE_URL,
    });
  });
  expect(screen.getByText(/see this table only. It works until 3 days/)).toBeInTheDocument();
  await press();
  await waitFor(() => {
    expect(share).toHaveBeenCalledTimes(2);
  });
  expect(calls, 'the link is made once').toEqual(['POST']);
});

test('without sharing by the device, the text is copied', async () => {
  const { press } = renderShare();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await press();
  expect(await screen.findByRole('button', { name: /^Copied/ })).toBeInTheDocument();
  expect(write).toHaveBeenCalledWith(`${INVITATION}\n${SHARE_URL}`);
  expect(screen.getByText(/Paste it into a message to your guests/)).toBeInTheDocument();
});

test('a browser that forgets the click while the link is made copies the text', async () => {
  supplyShare(() => Promise.reject(new DOMException('late', 'NotAllowedError')));
  const { press } = renderShare();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await press();
  expect(await screen.findByRole('button', { name: /^Copied/ })).toBeInTheDocument();
  expect(write).toHaveBeenCalledWith(`${INVITATION}\n${SHARE_URL}`);
});

test('closing the dialog of the device is no failure', async () => {
  supplyShare(() => Promise.reject(new DOMException('closed', 'AbortError')));
  const { press } = renderShare();
  await press();
  expect(await screen.findByRole('button', stopButton)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Share with guests/ })).toBeEnabled();
  expect(screen.queryByText('Not shared')).not.toBeInTheDocument();
});

test('a refusal is told, and nothing is shared', async () => {
  const share = vi.fn(() => Promise.resolve());
  supplyShare(share);
  const { press } = renderShare();
  server.use(http.post(PATH, () => refusal(404, 'not_found', "We couldn't find that table.")));
  await press();
  expect(await screen.findByText("We couldn't find that table.")).toBeInTheDocument();
  expect(share).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', stopButton)).not.toBeInTheDocument();
});

test('a shared table can be stopped, and shared again by a new link', async () => {
  const { calls, press, user } = renderShare({ shared: true });
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', stopButton));
  await waitFor(() => {
    expect(screen.queryByRole('button', stopButton)).not.toBeInTheDocument();
  });
  expect(calls).toEqual(['DELETE']);
  await press();
  expect(await screen.findByRole('button', stopButton)).toBeInTheDocument();
  expect(calls).toEqual(['DELETE', 'POST']);
});

describe('on the list', () => {
  serveList();
  const shared = (isShared: boolean) =>
    groupAt(['Osteria Lucciola'], {
      status: 'confirmed',
      watch: null,
      date: '2027-01-09',
      booked: aBooking(),
      shared: isShared,
    });

  test('a link that another tab made and ended is known when the user comes back', async () => {
    serve(shared(false));
    const { user } = await openList();
    const card = within(await ticket('Osteria Lucciola'));
    await user.click(card.getByRole('button', { name: /^Timeline/ }));
    await screen.findByRole('button', shareButton, { timeout: 30_000 });
    expect(screen.queryByRole('button', stopButton)).not.toBeInTheDocument();
    const comeBackWith = (isShared: boolean) => {
      serve(shared(isShared));
      act(() => {
        focusManager.setFocused(false);
        focusManager.setFocused(true);
      });
    };
    comeBackWith(true);
    expect(await screen.findByRole('button', stopButton)).toBeInTheDocument();
    comeBackWith(false);
    await waitFor(() => {
      expect(screen.queryByRole('button', stopButton)).not.toBeInTheDocument();
    });
  });
});
