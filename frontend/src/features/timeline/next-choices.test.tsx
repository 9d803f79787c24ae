/** What the timeline of an unsuccessful request offers. */
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { statedOdds, user as aUser } from '@/testing/fixtures';
import { refusal } from '@/testing/handlers';
import { aSeen } from '@/testing/reservation-fixtures';
import { openList, serve, serveList, ticket, watched } from '@/testing/reservation-list';
import { groupAt } from '@/testing/reservations';
import { server } from '@/testing/server';

serveList();

const failed = groupAt(
  ['Petit Quai'],
  {
    status: 'unsuccessful',
    watch: null,
    reason: 'window_over',
    reason_text: 'No table opened in time.',
    seen: aSeen({ tables: 3, attempts: 1, time: '19:30', held_fee_cents: 5000 }),
    date: '2026-11-19',
  },
  { group_id: 4052, number: '04052' },
);

async function openFailed(odds: typeof statedOdds | null = statedOdds) {
  server.use(http.post('/api/reservations/odds/', () => HttpResponse.json({ odds })));
  serve(failed);
  const app = await openList();
  const card = await ticket('Petit Quai');
  await app.user.click(within(card).getByRole('button', { name: /^Timeline/ }));
  return { ...app, part: within(await screen.findByRole('region', { name: 'Try again' })) };
}

test('three next requests have their odds, and one press files one', async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/reservations/', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ message: 'Request filed.', group: watched }, { status: 201 });
    }),
  );
  const { user, part, router } = await openFailed();
  expect(part.getByText(/^Next chance: .*fees up to \$50 now\.$/)).toBeInTheDocument();
  expect(await part.findByText('27%')).toBeInTheDocument();
  expect(part.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('27% this request'),
    expect.stringContaining('with Tue, Nov 24 as well'),
    expect.stringContaining('from 6:00 – 9:00 PM'),
  ]);
  await user.click(part.getByRole('button', { name: 'File it from 6:00 – 9:00 PM' }));
  expect(await screen.findByText('Request filed.')).toBeInTheDocument();
  expect(bodies).toEqual([
    expect.objectContaining({
      reservation: expect.objectContaining({
        snipe_type: 'cancel',
        fee_ceiling_cents: 5000,
        cancel_fee_ceiling_cents: 0,
        start_time: '18:00',
        end_time: '21:00',
      }) as unknown,
    }),
  ]);
  expect(router.state.location.search).toEqual({});
});

test('a table that opened outside the times is named', async () => {
  const opening = {
    date: '2026-11-19',
    time: '21:15',
    party_size: 2,
    seen_at: failed.created_date,
  };
  server.use(
    http.get('/api/reservations/venues/:id/', ({ params }) =>
      HttpResponse.json({
        venue: Number(params.id),
        openings: [opening],
        heat_map: null,
        requests: [],
        fee: null,
      }),
    ),
  );
  await openFailed();
  expect(
    await screen.findByText(
      'A table for 2 at 9:15 PM in New York on Thu, Nov 19 opened at Petit Quai while we watched. A request until 9:30 PM would have seen it.',
    ),
  ).toBeInTheDocument();
});

test('without odds the next request is offered alone', async () => {
  const { part } = await openFailed(null);
  expect(part.getAllByRole('button', { name: /^File it/ })).toHaveLength(1);
});

test('a refusal is reported, and nothing is lost', async () => {
  server.use(
    http.post('/api/reservations/', () => refusal(409, 'over_limit', 'You use all 25 requests.')),
  );
  const { user, part } = await openFailed(null);
  await user.click(part.getByRole('button', { name: /^File it/ }));
  expect(await screen.findByText('You use all 25 requests.')).toBeInTheDocument();
  expect(part.getByRole('button', { name: /^File it/ })).toBeEnabled();
});

test('a concierge is led to the form, which asks for the client', async () => {
  server.use(http.get('/api/users/me/', () => HttpResponse.json(aUser({ is_concierge: true }))));
  serve(failed);
  const { user } = await openList('/reservations?view=cards');
  const card = await ticket('Petit Quai');
  await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Petit Quai' });
  expect(await within(sheet).findByRole('link', { name: /^Try again/ })).toBeInTheDocument();
  expect(within(sheet).queryByRole('button', { name: /^File it/ })).not.toBeInTheDocument();
});
