/** What an open timeline says above its entries: each fact once, and numbers only once they are not 0. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { Group, Timeline } from '@/api/reservation-types';
import { heatMap, venueActivity } from '@/testing/fixtures';
import { mediaMatches } from '@/testing/media';
import { anAction, aLine, aReadiness, readyLines } from '@/testing/readiness';
import { aWatch } from '@/testing/reservation-fixtures';
import { openList, serve, serveList, ticket } from '@/testing/reservation-list';
import { groupAt } from '@/testing/reservations';
import { server } from '@/testing/server';
import { typicalText } from './nothing-opened';

serveList();

function servesTotals(totals: Partial<Timeline['totals']>) {
  server.use(
    http.get('/api/reservations/:id/timeline/', () =>
      HttpResponse.json({
        group_id: 4127,
        entries: [],
        totals: { checks: 0, seen: 0, attempts: 0, lost: 0, booked: 0, ...totals },
      }),
    ),
  );
}

async function openTimeline(group: Group) {
  serve(group);
  const { user } = await openList();
  const card = await ticket('Osteria Lucciola');
  await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
  await screen.findByText('Nothing has happened yet.');
  return { user, card };
}

const watching = (checks: number) =>
  groupAt(
    ['Osteria Lucciola'],
    { watch: aWatch({ checks, last_check_at: checks === 0 ? null : '2026-11-20T19:04:09.000Z' }) },
    { group_id: 4127 },
  );

describe('the numbers of a timeline', () => {
  test('are not shown while they are 0', async () => {
    servesTotals({});
    await openTimeline(watching(0));
    for (const name of ['Checks', 'Attempts', 'Last check']) {
      expect(screen.queryByText(name)).not.toBeInTheDocument();
    }
  });

  test('are shown once something was seen', async () => {
    servesTotals({ checks: 9, seen: 1, attempts: 1 });
    await openTimeline(watching(9));
    expect(screen.getByText('Checks').nextElementSibling).toHaveTextContent('9');
    expect(screen.getByText('Attempts').nextElementSibling).toHaveTextContent('1');
    expect(screen.getByText('Last check')).toBeInTheDocument();
    expect(screen.queryByText(/nothing opened/)).not.toBeInTheDocument();
  });

  test('of a request that sees nothing are a sentence, with what is typical there', async () => {
    server.use(
      http.get('/api/reservations/venues/:id/', ({ params }) =>
        HttpResponse.json(
          venueActivity(Number(params.id), {
            heat_map: { ...heatMap, sightings: 10, watched_hours: 2160 },
          }),
        ),
      ),
    );
    servesTotals({ checks: 4312 });
    await openTimeline(watching(4312));
    expect(
      await screen.findByText('4,312 looks, nothing opened; typical here: 1 in 9 days.'),
    ).toBeInTheDocument();
    expect(screen.queryByText('Checks')).not.toBeInTheDocument();
  });

  test('leave out what is typical if that is not known', async () => {
    servesTotals({ checks: 4312 });
    await openTimeline(watching(4312));
    expect(await screen.findByText('4,312 looks, nothing opened.')).toBeInTheDocument();
  });
});

test.each([
  [10, 2160, '1 in 9 days'],
  [140, 2310, '1 a day'],
  [400, 2400, '4 a day'],
  [0, 2160, null],
  [3, 0, null],
])('%i tables in %i hours are typically %s', (sightings, watched_hours, text) => {
  expect(typicalText({ sightings, watched_hours })).toBe(text);
});

describe('a table that is held back', () => {
  const held = groupAt(
    ['Osteria Lucciola'],
    { watch: aWatch({ state: 'held_back', held_fee_cents: 5000, held_time: '19:30' }) },
    { group_id: 4127 },
  );

  test('is asked about on its ticket alone while the timeline stands beside it', async () => {
    mediaMatches((query) => query.includes('min-width'));
    servesTotals({ checks: 3, seen: 1 });
    server.use(
      http.get('/api/reservations/4127/readiness/', () =>
        HttpResponse.json(
          aReadiness({
            lines: readyLines(
              aLine('fee', 'It last asked for $50.00.', anAction('accept_fee', { cents: 5000 })),
            ),
          }),
        ),
      ),
    );
    const { card } = await openTimeline(held);
    await screen.findByText('It last asked for $50.00.');
    const asking = screen.getAllByRole('button', { name: /^Accept/ });
    expect(asking).toHaveLength(1);
    expect(card).toContainElement(asking[0] ?? null);
    expect(screen.getAllByText(/asks your party for \$50 now/)).toHaveLength(1);
  });

  test('is asked about in a timeline over the list', async () => {
    servesTotals({ checks: 3, seen: 1 });
    await openTimeline(held);
    const sheet = screen.getByRole('dialog', { name: 'Osteria Lucciola' });
    await waitFor(() => {
      expect(within(sheet).getAllByRole('button', { name: /^Accept/ })).toHaveLength(1);
    });
  });
});
