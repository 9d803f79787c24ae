import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { Member } from '@/api/reservation-types';
import { addIsoDays, today } from '@/lib/dates';
import { aBooking } from '@/testing/reservation-fixtures';
import { refusal } from '@/testing/handlers';
import { openList, serve, serveList, ticket } from '@/testing/reservation-list';
import { groupAt } from '@/testing/reservations';
import { server } from '@/testing/server';

serveList();

const SENTENCE = 'Canceled at Resy on November 24.';
const NAME = { name: 'Look again for Petit Quai' };

function canceled(fields: Partial<Member> = {}) {
  const member = {
    status: 'canceled' as const,
    watch: null,
    reason: 'canceled_at_platform',
    reason_text: SENTENCE,
    date: addIsoDays(today(), 3),
    ...fields,
  };
  return groupAt(['Petit Quai'], member, {
    group_id: 4040,
    number: '04040',
    status: member.status,
  });
}

describe('a table that was canceled at the platform', () => {
  test('shows on its ticket, and Look again files the request with one click', async () => {
    const received: string[] = [];
    const again = groupAt(['Petit Quai'], {}, { group_id: 4200, number: '04200' });
    serve(canceled());
    server.use(
      http.post('/api/reservations/:id/again/', ({ params }) => {
        received.push(String(params.id));
        serve(again, canceled());
        return HttpResponse.json(
          { message: "Request filed. We're watching.", group: again },
          { status: 201 },
        );
      }),
    );
    const { user } = await openList();
    const card = await ticket('Petit Quai');
    expect(within(card).getByText(SENTENCE)).toBeInTheDocument();
    await user.click(within(card).getByRole('button', NAME));
    expect(await screen.findByText("Request filed. We're watching.")).toBeInTheDocument();
    expect(received).toEqual(['4040']);
    await user.click(await screen.findByRole('button', { name: 'Show 1 new request' }));
    expect(document.querySelector('[data-group-id="4200"]')).toBeInTheDocument();
  });

  test('shows the server’s sentence when filing again is refused', async () => {
    serve(canceled());
    server.use(
      http.post('/api/reservations/:id/again/', () =>
        refusal(409, 'over_limit', '6 of 5 reservation requests used.'),
      ),
    );
    const { user } = await openList();
    await user.click(within(await ticket('Petit Quai')).getByRole('button', NAME));
    expect(await screen.findByText('6 of 5 reservation requests used.')).toBeInTheDocument();
    expect(screen.getByText('Not filed again')).toBeInTheDocument();
  });

  test.each([
    ['of a day that has passed', { date: addIsoDays(today(), -1) }],
    ['that its diner stopped', { reason: 'canceled_by_you' }],
    ['that stands', { status: 'confirmed' as const, reason: null, booked: aBooking() }],
  ])('%s offers no Look again', async (_, fields) => {
    serve(canceled(fields));
    await openList();
    const card = await ticket('Petit Quai');
    expect(within(card).queryByRole('button', NAME)).not.toBeInTheDocument();
  });

  test('of an active request shows beside its status', async () => {
    const group = canceled();
    const watched = groupAt(['Salt Hay']).members;
    serve({ ...group, status: 'active', members: [...group.members, ...watched] });
    await openList();
    const card = await ticket('Petit Quai');
    expect(within(card).getByText(new RegExp(`at Petit Quai: ${SENTENCE}`))).toBeInTheDocument();
    expect(within(card).getByRole('button', NAME)).toBeInTheDocument();
  });
});
