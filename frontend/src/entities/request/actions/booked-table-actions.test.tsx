/** The actions of a booked table on its ticket. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { Booked } from '@/api/reservation-types';
import { addIsoDays, today } from '@/lib/dates';
import { aBooking } from '@/testing/reservation-fixtures';
import { refusal } from '@/testing/handlers';
import { openList, serve, serveList, ticket } from '@/testing/reservation-list';
import { groupAt } from '@/testing/reservations';
import { server } from '@/testing/server';

serveList();

const DAY = addIsoDays(today(), 3);
const CANCEL = '/api/reservations/:group/tables/:id/cancel/';

function booked(fields: Partial<Booked> = {}) {
  const member = { status: 'confirmed' as const, watch: null, booked: aBooking(fields), date: DAY };
  return groupAt(['Petit Quai'], member, { group_id: 4040, status: 'confirmed' });
}

async function pressCancel() {
  serve(booked());
  const { user } = await openList();
  const card = await ticket('Petit Quai');
  await user.click(within(card).getByRole('button', { name: 'Cancel table Petit Quai' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this table?' });
  return { user, card, dialog };
}

describe('a booked ticket', () => {
  const factsOf = (part: HTMLElement) =>
    within(part)
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent ?? ''}`);

  test('is headed Your table and shows four facts, its timeline the others', async () => {
    serve(booked({ free_until: null }));
    const { user } = await openList();
    const card = await ticket('Petit Quai');
    expect(card).toHaveTextContent('Your table');
    expect(factsOf(card)).toEqual([
      expect.stringMatching(/^DATE: /),
      'TIME: 7:15 PM in New York · for 2',
      'SEAT: Bar',
      'Cancellation: A late cancellation costs $50 for the party',
    ]);
    await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
    expect(factsOf(await screen.findByRole('dialog', { name: 'Petit Quai' }))).toEqual(
      expect.arrayContaining([
        'Where: 118 Perry Street, New York',
        'Account: Resy, Maya Okafor',
        'Confirmation: 740000029',
        'Cancellation: A late cancellation costs $50 for the party',
      ]),
    );
  });

  test('keeps looking for a better one where the user ranked others above it', async () => {
    const asked: string[] = [];
    server.use(
      http.post('/api/reservations/:group/tables/:id/look-for-better/', ({ request }) => {
        asked.push(new URL(request.url).pathname);
        return refusal(409, 'no_better', 'You ranked nothing above this table.');
      }),
    );
    serve(booked({ can_improve: true }));
    const { user } = await openList();
    const card = await ticket('Petit Quai');
    await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
    await user.click(await screen.findByRole('button', { name: /^Keep looking for a better one/ }));
    expect(await screen.findByText('You ranked nothing above this table.')).toBeInTheDocument();
    expect(asked).toHaveLength(1);
  });

  test('offers no better one if it is the first choice', async () => {
    serve(booked());
    const { user } = await openList();
    const card = await ticket('Petit Quai');
    await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
    await screen.findByText('740000029');
    expect(screen.queryByRole('button', { name: /better/ })).not.toBeInTheDocument();
  });

  test('links to the way there', async () => {
    serve(booked());
    await openList();
    const link = within(await ticket('Petit Quai')).getByRole('link', { name: /^Directions/ });
    expect(link).toHaveAttribute(
      'href',
      'https://www.google.com/maps/dir/?api=1&destination=Petit%20Quai%2C%20118%20Perry%20Street%2C%20New%20York',
    );
  });

  test('of a day that is over offers nothing', async () => {
    const group = booked();
    const members = group.members.map((member) => ({ ...member, date: addIsoDays(today(), -2) }));
    serve({ ...group, members });
    await openList();
    const card = await ticket('Petit Quai');
    expect(card).toHaveTextContent('Past table');
    expect(within(card).queryByRole('button', { name: /^Cancel table/ })).not.toBeInTheDocument();
  });

  test('of a request that watches another day has its own facts and actions', async () => {
    const table = booked();
    const [member] = groupAt(['Petit Quai'], { date: addIsoDays(today(), 4) }).members;
    serve({ ...table, status: 'active', members: [...table.members, ...(member ? [member] : [])] });
    await openList();
    const card = await ticket('Petit Quai');
    expect(card).toHaveTextContent('Your table, and still watching');
    expect(card.closest('section')).toHaveAccessibleName('Your tables');
    expect(factsOf(card)).toContainEqual(expect.stringMatching(/^Cancellation: /));
    for (const name of ['Cancel table Petit Quai', 'Pause Petit Quai']) {
      expect(within(card).getByRole('button', { name })).toBeInTheDocument();
    }
  });

  test('asks once before the table is canceled, and shows that the platform has to confirm', async () => {
    const received: unknown[] = [];
    server.use(
      http.post(CANCEL, ({ params }) => {
        received.push(params.group);
        serve(booked({ canceling: true }));
        return HttpResponse.json(
          {
            message: 'Canceling your table.',
            code: 'canceling',
            group: booked({ canceling: true }),
          },
          { status: 202 },
        );
      }),
    );
    const { user, dialog } = await pressCancel();
    expect(dialog).toHaveTextContent('We cancel it in your Resy account as Maya Okafor.');
    expect(received).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel table' }));
    await waitFor(async () => {
      expect(await ticket('Petit Quai')).toHaveTextContent('Canceling your table');
    });
    expect(received).toEqual(['4040']);
    expect(screen.queryByRole('button', { name: /^Cancel table/ })).not.toBeInTheDocument();
  });

  test('keeps the table when the dialog is closed', async () => {
    const { user, dialog, card } = await pressCancel();
    await user.click(within(dialog).getByRole('button', { name: 'Keep the table' }));
    expect(card).toHaveTextContent('Booked');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('shows the server’s sentence when the cancellation is refused', async () => {
    server.use(http.post(CANCEL, () => refusal(409, 'past', 'This table is in the past.')));
    const { user, dialog } = await pressCancel();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel table' }));
    expect(await screen.findByText('This table is in the past.')).toBeInTheDocument();
    expect(screen.getByText('Not canceled')).toBeInTheDocument();
  });

  test('saves a calendar file', async () => {
    const saved: Blob[] = [];
    // jsdom has neither addresses of blobs nor downloads.
    URL.createObjectURL = (blob: Blob) => `blob:${saved.push(blob)}`;
    URL.revokeObjectURL = () => undefined;
    const clicked = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined);
    server.use(
      http.get('/api/reservations/:group/tables/:id/calendar/', () =>
        HttpResponse.text('BEGIN:VCALENDAR', { headers: { 'Content-Type': 'text/calendar' } }),
      ),
    );
    serve(booked());
    const { user } = await openList();
    const card = await ticket('Petit Quai');
    await user.click(within(card).getByRole('button', { name: 'Add to calendar Petit Quai' }));
    await waitFor(() => {
      expect(clicked).toHaveBeenCalledOnce();
    });
    expect(saved.map(({ type }) => type)).toEqual(['text/calendar']);
  });
});
