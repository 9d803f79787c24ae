/** What the list and an open timeline show at once of tables that were not booked. */
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { SightingsEvent, Timeline } from '@/api/reservation-types';
import { aWatch } from '@/testing/reservation-fixtures';
import { openList, outcome, serve, serveList, ticket, watched } from '@/testing/reservation-list';
import { liveServer } from '@/testing/fake-socket';
import { refusal } from '@/testing/handlers';
import { server } from '@/testing/server';
import { withOutcome } from '@/entities/request/cache/group-changes';

serveList();

const reservation_id = watched.members[0]?.id ?? 0;
const sightings: SightingsEvent = {
  type: 'watch.sightings',
  sightings: [
    {
      id: 9000,
      at: '2026-11-20T19:05:00.000Z',
      group_id: 4127,
      reservation_id,
      venue_name: 'Osteria Lucciola',
      time_zone: 'America/New_York',
      date: '2026-11-28',
      kind: 'passed_over',
      reason: 'better_claim',
      reason_text: 'That request had priority or was filed earlier.',
      time: '19:30',
      seating: '',
      party_size: 2,
      tables: 1,
      checks: 1210,
    },
  ],
};
const GONE = 'table seen · 7:30 PM in New York for 2, went to another guest';

async function openTimeline() {
  const { user } = await openList();
  const card = await ticket('Osteria Lucciola');
  await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
  return { user, card, sheet: await screen.findByRole('dialog', { name: 'Osteria Lucciola' }) };
}

describe('a table that went to another guest', () => {
  test('shows on the ticket, in the open timeline and as an announcement, without a call', async () => {
    const { sheet } = await openTimeline();
    await within(sheet).findByText('lost to another diner');
    // Other parts of the sheet load by themselves, such as the readiness.
    const calls: string[] = [];
    server.events.on('request:start', ({ request }) => {
      const { pathname } = new URL(request.url);
      if (/^\/api\/reservations\/(\d+\/timeline\/)?$/.test(pathname)) calls.push(pathname);
    });
    await liveServer.sendLive(sightings);
    expect(within(sheet).getByText(GONE)).toBeInTheDocument();
    expect(
      screen.getByText(
        'Table seen at Osteria Lucciola, 7:30 PM in New York for 2. It went to another guest.',
      ),
    ).toBeInTheDocument();
    expect(
      document.querySelector('[data-group-id="4127"] .ticket-note:last-child')?.textContent,
    ).toContain(GONE);
    expect(calls).toEqual([]);
    await liveServer.sendLive(sightings);
    expect(within(sheet).getAllByText(GONE)).toHaveLength(1);
  });

  test('is not lost if the timeline was read before it was written', async () => {
    const story: Timeline = {
      group_id: 4127,
      entries: [],
      totals: { checks: 1, seen: 0, attempts: 0, lost: 0, booked: 0 },
    };
    let read = 0;
    server.use(
      http.get('/api/reservations/:id/timeline/', async () => {
        read += 1;
        if (read === 1) {
          await delay(2000);
          return HttpResponse.json(story);
        }
        const [line] = sightings.sightings;
        return HttpResponse.json({
          ...story,
          entries: [{ ...line, duration_ms: null, fee_cents: null }],
        });
      }),
    );
    const { sheet } = await openTimeline();
    await liveServer.sendLive(sightings);
    expect(await within(sheet).findByText(GONE)).toBeInTheDocument();
  });
});

const held = { ...outcome(), kind: 'refused', reason: 'held_back_fee', fee_cents: 5000 } as const;
const unreadable = outcome({
  kind: 'refused',
  reason: 'fee_unknown',
  fee_cents: null,
  time: '19:30',
  seating: '',
  member_status: 'active',
  group_status: 'active',
});
const heldBack = outcome({
  ...held,
  reason_text: 'This table asks for a fee above your limit.',
  time: '19:30',
  seating: '',
  member_status: 'active',
  group_status: 'active',
});

describe('a table that is held back for its fee', () => {
  async function openHeld(event = heldBack) {
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    serve(withOutcome(event)(watched));
    await liveServer.send(event);
    return { user, card };
  }

  test('says that its fee could not be read, and accepts any fee', async () => {
    const { user, card } = await openHeld(unreadable);
    expect(card).toHaveTextContent('Held back: unknown fee');
    expect(card).toHaveTextContent(
      "We couldn't read what the table at 7:30 PM in New York may cost, so we didn't book it.",
    );
    expect(await screen.findByText('Held back: an unknown fee')).toBeInTheDocument();
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/reservations/4127/accept-fee/', async ({ request }) => {
        bodies.push(await request.json());
        serve(watched);
        return HttpResponse.json({ message: 'Request updated.', group: watched });
      }),
    );
    await user.click(
      within(card).getByRole('button', { name: 'Accept an unknown fee for Osteria Lucciola' }),
    );
    await waitFor(() => {
      expect(card).not.toHaveTextContent('Held back');
    });
    expect(bodies).toEqual([{ unknown: true }]);
  });

  test('shows the fee on the ticket and in a notification', async () => {
    const { card } = await openHeld();
    expect(card).toHaveTextContent('Held back: $50 now');
    expect(card).toHaveAttribute('data-tone', 'seen');
    expect(card).toHaveTextContent(
      'The table at 7:30 PM in New York asks your party for $50 now. Your request accepts none.',
    );
    expect(await screen.findByText('Held back: $50 now')).toBeInTheDocument();
    expect(screen.queryByText(/^Not booked/)).not.toBeInTheDocument();
  });

  test('disappears with the tick that reports it gone', async () => {
    const { card } = await openHeld();
    await liveServer.sendLive({
      type: 'watch.ticks',
      at: '2026-11-20T19:10:00.000Z',
      ticks: [
        {
          ...aWatch({ last_check_at: '2026-11-20T19:10:00.000Z' }),
          group_id: 4127,
          reservation_id,
        },
      ],
    });
    expect(card).toHaveTextContent('Watching');
    expect(within(card).queryByRole('button', { name: /^Accept/ })).not.toBeInTheDocument();
  });

  test('is accepted by a click, which raises only the ceiling', async () => {
    const { user, card } = await openHeld();
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/reservations/4127/accept-fee/', async ({ request }) => {
        bodies.push(await request.json());
        const group = { ...watched, fee_ceiling_cents: 5000 };
        serve(group);
        return HttpResponse.json({ message: 'Request updated.', group });
      }),
    );
    await user.click(
      within(card).getByRole('button', { name: 'Accept up to $50 now for Osteria Lucciola' }),
    );
    await waitFor(() => {
      expect(card).not.toHaveTextContent('Held back');
    });
    expect(bodies).toEqual([{ fee_ceiling_cents: 5000, unknown: false }]);
  });

  test('that cannot be accepted now says why and keeps the button', async () => {
    const { user, card } = await openHeld();
    server.use(
      http.post('/api/reservations/4127/accept-fee/', () =>
        refusal(409, 'over', "This request is over and can't be changed."),
      ),
    );
    await user.click(within(card).getByRole('button', { name: /^Accept up to \$50/ }));
    expect(await screen.findByText('Fee not accepted')).toBeInTheDocument();
    expect(screen.getByText("This request is over and can't be changed.")).toBeInTheDocument();
  });
});
