import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Group, OutcomeEvent } from '@/api/reservation-types';
import { liveServer } from '@/testing/fake-socket';
import { user as aUser } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { aBooking, aPage, aWatch } from '@/testing/reservation-fixtures';
import { groupAt } from '@/testing/reservations';
import { server } from '@/testing/server';
import { withOutcome } from './patch';

const watched = groupAt(['Osteria Lucciola'], {}, { group_id: 4127, number: '04127' });
const paused = groupAt(['Salt Hay'], { status: 'paused' }, { group_id: 4070, number: '04070' });

/** What the server holds; the handlers below answer from it. */
let stored: Group[] = [];
let asked: string[] = [];

function serve(...groups: Group[]) {
  stored = groups;
}

function find(id: unknown): Group {
  const group = stored.find((candidate) => candidate.group_id === Number(id));
  if (group === undefined) throw new RangeError(`No group ${String(id)} is served`);
  return group;
}

beforeEach(() => {
  asked = [];
  serve(watched, paused);
  server.use(
    http.get('/api/reservations/', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(aPage(stored));
    }),
    http.get('/api/reservations/:id/', ({ params }) =>
      params.id === 'counts' ? undefined : HttpResponse.json(find(params.id)),
    ),
  );
});

function outcome(fields: Partial<OutcomeEvent> = {}): OutcomeEvent {
  const [member] = watched.members;
  return {
    seq: 1,
    type: 'reservation.outcome',
    at: '2026-11-20T19:04:13.000Z',
    group_id: 4127,
    reservation_id: member?.id ?? 0,
    attempt_id: 3,
    kind: 'booked',
    group_status: 'confirmed',
    member_status: 'confirmed',
    venue_name: 'Osteria Lucciola',
    date: '2026-11-28',
    time: '19:15',
    party_size: 2,
    seating: 'Bar',
    reason: null,
    reason_text: null,
    account_name: 'Maya Okafor',
    ...fields,
  };
}

const ticket = (name: string) => screen.findByRole('article', { name });
const toasts = () => screen.queryAllByText(/^Booked: /);

async function openList(address = '/reservations') {
  const app = await renderApp(address);
  await liveServer.admit();
  return app;
}

describe('the list', () => {
  test('hangs live requests on the pass and the others off it', async () => {
    await openList();
    const on = within(await screen.findByRole('region', { name: 'On the pass' }));
    const off = within(screen.getByRole('region', { name: 'Off the pass' }));
    expect(on.getByRole('article', { name: 'Osteria Lucciola' })).toHaveTextContent('Watching');
    expect(off.getByRole('article', { name: 'Salt Hay' })).toHaveTextContent(
      'Not watching. Holds no place in your 25.',
    );
    expect(screen.getByText('7 of 25 reservation requests used')).toBeInTheDocument();
  });

  test('says on each tab how many it has and keeps the tab in the address', async () => {
    const { user, router } = await openList();
    await ticket('Osteria Lucciola');
    const tabs = within(screen.getByRole('navigation', { name: 'Status' }));
    expect(tabs.getByRole('link', { name: 'All 2' })).toHaveAttribute('aria-current', 'page');
    await user.click(tabs.getByRole('link', { name: 'Paused 1' }));
    await waitFor(() => {
      expect(asked).toContain('?status=paused');
    });
    expect(router.state.location.search).toEqual({ status: 'paused' });
  });

  test('has the same choice as a dropdown', async () => {
    const { user, router } = await openList();
    await ticket('Osteria Lucciola');
    await user.selectOptions(screen.getByLabelText('Show Reservation'), 'Confirmed (0)');
    expect(router.state.location.search).toEqual({ status: 'confirmed' });
  });

  test('reads an address with nonsense in it as the plain list', async () => {
    await openList('/reservations?status=eaten&page=-2&open=x&only=;');
    await ticket('Osteria Lucciola');
    expect(asked).toContain('');
  });

  test('without any request it says how to add one', async () => {
    serve();
    await openList();
    expect(
      await screen.findByText(
        'No reservations here yet. Click "Add Reservation" button to add one.',
      ),
    ).toBeInTheDocument();
  });

  test('an empty tab does not ask for a first request', async () => {
    serve();
    await openList('/reservations?status=paused');
    expect(await screen.findByText('Nothing paused.')).toBeInTheDocument();
  });

  test('that could not be loaded is tried again by a press', async () => {
    let isBroken = true;
    server.use(
      http.get('/api/reservations/', () => (isBroken ? refusal(500, 'broken', 'No.') : undefined)),
    );
    const { user } = await renderApp('/reservations');
    await screen.findByText('Failed to load reservations. Please try again later.');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await ticket('Osteria Lucciola');
  });

  test('warns of a ban and leads to the requests that risk it', async () => {
    const warning = {
      code: 'several_tasks',
      message: 'Two requests watch Salt Hay. Resy may ban accounts.',
      group_ids: [4070, 4098],
    };
    server.use(
      http.get('/api/reservations/', () =>
        HttpResponse.json(aPage(stored, { warnings: [warning] })),
      ),
    );
    const { user } = await openList();
    await user.click(await screen.findByRole('link', { name: 'Show both' }));
    await waitFor(() => {
      expect(screen.queryByRole('article', { name: 'Osteria Lucciola' })).not.toBeInTheDocument();
    });
    expect(screen.getByRole('article', { name: 'Salt Hay' })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Show all' }));
    await ticket('Osteria Lucciola');
  });

  test('shows a concierge for whom and with which account', async () => {
    serve(groupAt(['Vesper'], {}, { book_on_behalf: 'Priya R.', account_name: 'desk-resy-1' }));
    server.use(http.get('/api/users/me/', () => HttpResponse.json(aUser({ is_concierge: true }))));
    await openList();
    expect(await screen.findByText(/Booked on behalf of Priya R\. · desk-resy-1/)).toBeVisible();
  });
});

describe('a live page', () => {
  test('says Live once the server has let it in, and that it was lost', async () => {
    await renderApp('/reservations');
    expect(await screen.findByText('Connecting…')).toBeInTheDocument();
    await liveServer.admit();
    expect(screen.getByText('Live')).toBeInTheDocument();
    await liveServer.drop();
    expect(await screen.findByText(/^Last update/)).toBeInTheDocument();
  });

  test('a tick renews the ticket’s counts', async () => {
    await openList();
    const card = await ticket('Osteria Lucciola');
    await liveServer.sendLive({
      type: 'watch.ticks',
      at: '2026-11-20T19:10:00.000Z',
      ticks: [
        {
          ...aWatch({ checks: 4321, last_check_at: '2026-11-20T19:10:00.000Z' }),
          group_id: 4127,
          reservation_id: watched.members[0]?.id ?? 0,
        },
      ],
    });
    expect(card).toHaveTextContent('4,321 checks');
  });

  test('a table seen, then booked: the ticket turns in its place, with one toast', async () => {
    await openList();
    const card = await ticket('Osteria Lucciola');
    await liveServer.sendLive({
      type: 'watch.seen',
      at: '2026-11-20T19:04:12.000Z',
      group_id: 4127,
      reservation_id: watched.members[0]?.id ?? 0,
      attempt_id: 3,
      venue_name: 'Osteria Lucciola',
      time: '19:15',
      seating: 'Bar',
      party_size: 2,
    });
    expect(card).toHaveTextContent('Table seen, booking it now');
    expect(card).toHaveTextContent('table seen · 19:15 for 2 · Bar');
    expect(
      screen.getByText('Table seen at Osteria Lucciola, 19:15 for 2 · Bar. Booking it now.'),
    ).toBeInTheDocument();

    serve(withOutcome(outcome())(watched), paused);
    await liveServer.send(outcome());
    expect(card).toHaveAttribute('data-status', 'confirmed');
    expect(card).toHaveTextContent('In your Resy account as Maya Okafor.');
    expect(card).toHaveTextContent('19:15 · for 2');
    expect(card.closest('section')).toHaveAccessibleName('On the pass');
    expect(
      within(screen.getByRole('navigation', { name: 'Status' })).getByText('Confirmed'),
    ).toHaveTextContent('Confirmed 1');
    await waitFor(() => {
      expect(toasts()).toHaveLength(1);
    });
  });

  test('an outcome that happened while it was away is shown and told once', async () => {
    await openList();
    const card = await ticket('Osteria Lucciola');
    await liveServer.drop();
    serve(withOutcome(outcome())(watched), paused);
    await liveServer.admit({ seq: 1, replay: [outcome()] });
    await waitFor(() => {
      expect(card).toHaveAttribute('data-status', 'confirmed');
    });
    await liveServer.drop();
    await liveServer.admit({ seq: 1, replay: [outcome()] });
    await waitFor(() => {
      expect(toasts()).toHaveLength(1);
    });
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

  test('a request filed elsewhere appears', async () => {
    await openList();
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
    await ticket('Vesper');
  });

  test('a platform in trouble is told above the list, until it is well again', async () => {
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

  test('an account that ran out is told with the way to reconnect it', async () => {
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
      reason_text: 'Your Resy login ran out. Reconnect and we go on.',
    });
    expect(await screen.findByText('Resy needs you')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Reconnect' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/connect-accounts');
    });
  });
});

describe('pause, unpause, delete', () => {
  /** An answer that the test gives when it wants to. */
  function held() {
    let give: (response: Response) => void = () => undefined;
    const answer = new Promise<Response>((resolve) => {
      give = resolve;
    });
    return {
      answer,
      give: (response: Response) => {
        give(response);
      },
    };
  }
  const pausedNow = (group: Group): Group => ({
    ...group,
    status: 'paused',
    members: group.members.map((member) => ({ ...member, status: 'paused' })),
  });

  test('a pause shows at once and stands when the server agrees', async () => {
    const { answer, give } = held();
    server.use(http.post('/api/reservations/4127/pause/', () => answer));
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: 'Pause Osteria Lucciola' }));
    expect(card).toHaveAttribute('data-status', 'paused');
    serve(pausedNow(watched), paused);
    give(HttpResponse.json({ message: 'Request paused.', group: pausedNow(watched) }));
    await within(card).findByRole('button', { name: 'Unpause Osteria Lucciola' });
  });

  test('a pause that failed is taken back and said', async () => {
    const { answer, give } = held();
    server.use(http.post('/api/reservations/4127/pause/', () => answer));
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: 'Pause Osteria Lucciola' }));
    expect(card).toHaveAttribute('data-status', 'paused');
    give(refusal(503, 'unavailable', 'Tablehawk is resting.'));
    await waitFor(() => {
      expect(card).toHaveAttribute('data-status', 'active');
    });
    expect(await screen.findByText('Not paused')).toBeInTheDocument();
    expect(screen.getByText('Tablehawk is resting.')).toBeInTheDocument();
  });

  test('a pause that failed after a booking was told does not hide the booking', async () => {
    const { answer, give } = held();
    server.use(http.post('/api/reservations/4127/pause/', () => answer));
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: 'Pause Osteria Lucciola' }));
    serve(withOutcome(outcome())(watched), paused);
    await liveServer.send(outcome());
    give(refusal(409, 'already_booked', 'Too late to stop: the table is already booked.'));
    expect(await screen.findByText('Already booked')).toBeInTheDocument();
    expect(card).toHaveAttribute('data-status', 'confirmed');
  });

  test('a stop that waits for a booking call says so and offers nothing to press', async () => {
    const group = { ...watched, stopping: true };
    server.use(
      http.post('/api/reservations/4127/pause/', () => {
        serve(group, paused);
        return HttpResponse.json(
          { message: 'A table is being booked right now.', code: 'stopping', group },
          { status: 202 },
        );
      }),
    );
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: 'Pause Osteria Lucciola' }));
    await waitFor(() => {
      expect(card).toHaveTextContent('A booking call to Resy is under way.');
    });
    expect(await screen.findByText('A table is being booked right now.')).toBeInTheDocument();
    expect(within(card).queryByRole('button', { name: /Pause/ })).not.toBeInTheDocument();
  });

  test('delete asks first, and keeps the request when told to', async () => {
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: 'Delete Osteria Lucciola' }));
    await user.click(await screen.findByRole('button', { name: 'Keep it' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(card).toHaveAttribute('data-status', 'active');
    expect(within(card).getByRole('button', { name: 'Delete Osteria Lucciola' })).toHaveFocus();
  });

  test('delete, confirmed, ends the request as canceled', async () => {
    const gone: Group = {
      ...watched,
      status: 'canceled',
      members: watched.members.map((member) => ({
        ...member,
        status: 'canceled',
        reason_text: 'You canceled it.',
      })),
    };
    server.use(
      http.delete('/api/reservations/4127/', () => {
        serve(gone, paused);
        return HttpResponse.json({ message: 'Request canceled.', group: gone });
      }),
    );
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: 'Delete Osteria Lucciola' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => {
      expect(card).toHaveTextContent('You canceled it.');
    });
    expect(within(card).queryByRole('button', { name: /Delete/ })).not.toBeInTheDocument();
  });

  const sentence =
    'Unpausing this reservation group will put you over your total allotted reservations. To unpause this group, please cancel other reservations you have active to make room';

  test('unpausing over the limit is explained without asking the server', async () => {
    server.use(
      http.get('/api/reservations/counts/', () =>
        HttpResponse.json({ active_reservations: 5, total_reservations: 5, limit: 5 }),
      ),
      http.post('/api/reservations/4070/unpause/', () => {
        throw new Error('The server was asked.');
      }),
    );
    const { user } = await openList();
    const card = await ticket('Salt Hay');
    await screen.findByText('5 of 5 reservation requests used');
    await user.click(within(card).getByRole('button', { name: 'Unpause Salt Hay' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(sentence);
    expect(card).toHaveAttribute('data-status', 'paused');
  });

  test('unpausing that only the server knows to be over the limit is explained the same way', async () => {
    server.use(
      http.post('/api/reservations/4070/unpause/', () => refusal(409, 'over_limit', sentence)),
    );
    const { user } = await openList();
    const card = await ticket('Salt Hay');
    await user.click(within(card).getByRole('button', { name: 'Unpause Salt Hay' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(sentence);
    expect(card).toHaveAttribute('data-status', 'paused');
  });
});

describe('the timeline', () => {
  test('on a small screen is a sheet that opens by a press and gives the focus back', async () => {
    const { user, router } = await openList();
    const card = await ticket('Osteria Lucciola');
    const button = within(card).getByRole('button', { name: 'Timeline of Osteria Lucciola' });
    await user.click(button);
    const sheet = await screen.findByRole('dialog', { name: 'Osteria Lucciola' });
    expect(await within(sheet).findByText('lost to another diner')).toBeInTheDocument();
    expect(router.state.location.search).toEqual({ open: '4127' });
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(button).toHaveFocus();
  });

  test('beside the list the first ticket’s story is open, and another one takes its place', async () => {
    const list = window.matchMedia('');
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(Object.create(list) as MediaQueryList, {
        matches: query.includes('min-width'),
      }),
    );
    const { user } = await openList();
    const panel = await screen.findByRole('complementary', { name: 'Timeline' });
    expect(within(panel).getByRole('heading', { name: 'Osteria Lucciola' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Timeline of Salt Hay' }));
    const heading = await within(panel).findByRole('heading', { name: 'Salt Hay' });
    expect(heading).toHaveFocus();
    await user.click(within(panel).getByRole('button', { name: 'Close timeline' }));
    await waitFor(() => {
      expect(screen.queryByRole('complementary', { name: 'Timeline' })).not.toBeInTheDocument();
    });
    expect(screen.getByRole('button', { name: 'Timeline of Salt Hay' })).toHaveFocus();
  });

  test('of a group on no page of the list is asked for by its id', async () => {
    const older = groupAt(
      ['Vesper'],
      { status: 'confirmed', watch: null, booked: aBooking() },
      { group_id: 17, number: '00017' },
    );
    server.use(http.get('/api/reservations/17/', () => HttpResponse.json(older)));
    const { router } = await openList();
    await ticket('Osteria Lucciola');
    await act(() => router.navigate({ to: '/reservations', search: { open: '17' } }));
    expect(await screen.findByRole('dialog', { name: 'Vesper' })).toHaveTextContent('No. 00017');
  });

  test('that could not be loaded is tried again by a press', async () => {
    server.use(
      http.get('/api/reservations/4127/timeline/', () => refusal(500, 'broken', 'No.'), {
        once: true,
      }),
    );
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('lost to another diner')).toBeInTheDocument();
  });
});
