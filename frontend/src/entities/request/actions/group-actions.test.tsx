import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { Group } from '@/api/reservation-types';
import { expectFocus } from '@/testing/focus';
import { liveServer } from '@/testing/fake-socket';
import { refusal } from '@/testing/handlers';
import {
  openList,
  outcome,
  paused,
  serve,
  serveList,
  ticket,
  watched,
} from '@/testing/reservation-list';
import { server } from '@/testing/server';
import { withOutcome } from '../cache/group-changes';

serveList();

describe('pause, unpause, delete', () => {
  /** Clicks Pause. The test decides when the server answers. */
  async function pressPause() {
    let give: (response: Response) => void = () => undefined;
    const answer = new Promise<Response>((resolve) => {
      give = resolve;
    });
    server.use(http.post('/api/reservations/4127/pause/', () => answer));
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: 'Pause Osteria Lucciola' }));
    return {
      card,
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

  test('a pause shows at once and stays when the server agrees', async () => {
    const { card, give } = await pressPause();
    expect(card).toHaveAttribute('data-status', 'paused');
    serve(pausedNow(watched), paused);
    give(HttpResponse.json({ message: 'Request paused.', group: pausedNow(watched) }));
    await within(card).findByRole('button', { name: 'Unpause Osteria Lucciola' });
  });

  test('a request of which a part is paused can be unpaused, and paused', async () => {
    const [first] = watched.members;
    if (first === undefined) throw new Error('The request has no reservation.');
    const part = { ...first, id: first.id + 1, status: 'paused', watch: null } as const;
    const partly: Group = { ...watched, members: [first, part] };
    serve(partly, paused);
    let isUnpaused = false;
    server.use(
      http.post('/api/reservations/4127/unpause/', () => {
        isUnpaused = true;
        const group: Group = { ...partly, members: [first, { ...part, status: 'active' }] };
        serve(group, paused);
        return HttpResponse.json({ message: 'Request unpaused.', group });
      }),
    );
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    const pause = within(card).getByRole('button', { name: 'Pause Osteria Lucciola' });
    await user.click(within(card).getByRole('button', { name: 'Unpause Osteria Lucciola' }));
    await waitFor(() => {
      expect(within(card).queryByRole('button', { name: /^Unpause/ })).not.toBeInTheDocument();
    });
    expect(isUnpaused).toBe(true);
    expect(pause).not.toBeInTheDocument();
    await expectFocus(within(card).getByRole('button', { name: 'Pause Osteria Lucciola' }));
  });

  test('the pause of a request of which a part is paused leaves the focus on Unpause', async () => {
    const [first] = watched.members;
    if (first === undefined) throw new Error('The request has no reservation.');
    const part = { ...first, id: first.id + 1, status: 'paused', watch: null } as const;
    serve({ ...watched, members: [first, part] }, paused);
    const { card } = await pressPause();
    await waitFor(() => {
      expect(within(card).queryByRole('button', { name: /^Pause/ })).not.toBeInTheDocument();
    });
    await expectFocus(within(card).getByRole('button', { name: 'Unpause Osteria Lucciola' }));
  });

  test('a failed pause is undone and reported', async () => {
    const { card, give } = await pressPause();
    expect(card).toHaveAttribute('data-status', 'paused');
    give(refusal(503, 'unavailable', 'Tablehawk is resting.'));
    await waitFor(() => {
      expect(card).toHaveAttribute('data-status', 'active');
    });
    expect(await screen.findByText('Not paused')).toBeInTheDocument();
    expect(screen.getByText('Tablehawk is resting.')).toBeInTheDocument();
  });

  test('a pause that failed after a booking event does not hide the booking', async () => {
    const { give } = await pressPause();
    serve(withOutcome(outcome())(watched), paused);
    await liveServer.send(outcome());
    give(refusal(409, 'already_booked', 'Too late to stop: the table is already booked.'));
    expect(await screen.findByText('Already booked')).toBeInTheDocument();
    // The ticket moved to Your tables, where it is a new element.
    expect(await ticket('Osteria Lucciola')).toHaveAttribute('data-status', 'confirmed');
  });

  test('a group that waits for a booking call says so and has no actions', async () => {
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

  test('delete asks for confirmation and keeps the request when refused', async () => {
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: 'Delete Osteria Lucciola' }));
    await user.click(await screen.findByRole('button', { name: 'Keep it' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(card).toHaveAttribute('data-status', 'active');
    await expectFocus(() => within(card).getByRole('button', { name: 'Delete Osteria Lucciola' }));
  });

  test('delete, confirmed, ends the request as canceled', async () => {
    const ended: Group = {
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
        serve(ended, paused);
        return HttpResponse.json({ message: 'Request canceled.', group: ended });
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

  test('unpausing that the server refuses by the limit is explained the same way', async () => {
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
