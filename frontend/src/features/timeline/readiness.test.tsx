/** The readiness of a request in its timeline: its lines, their actions, the rehearsal. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { Readiness } from '@/api/reservation-types';
import { refusal } from '@/testing/handlers';
import {
  aLine,
  anAction,
  aReadiness,
  NO_FEE_SEEN,
  readyLines,
  REHEARSED,
  UNREADY,
} from '@/testing/readiness';
import { openList, serveList, ticket, watched } from '@/testing/reservation-list';
import { server } from '@/testing/server';
import { reloadAfter } from './readiness-query';

serveList();

const PATH = '/api/reservations/4127/readiness/';

function answer(fields: Partial<Readiness>) {
  server.use(http.get(PATH, () => HttpResponse.json(aReadiness(fields))));
}

async function openReadiness() {
  const { user, router } = await openList();
  const card = await ticket('Osteria Lucciola');
  await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
  const region = await screen.findByRole('region', { name: 'Readiness' });
  return { user, router, region };
}

describe('readiness', () => {
  test('of a ready request is one line, and lists its checks after a press', async () => {
    const { user, region } = await openReadiness();
    const line = await within(region).findByText('Ready to book');
    const check = within(region).getByText('A card is on file at Resy.');
    expect(check).not.toBeVisible();
    expect(within(region).getByText('Test run: everything but the booking')).not.toBeVisible();
    await user.click(line);
    expect(check).toBeVisible();
  });

  test('shows each line that is not ready with one action', async () => {
    answer({ lines: readyLines(...UNREADY) });
    const { region } = await openReadiness();
    expect(await within(region).findByText('7 problems')).toBeInTheDocument();
    const link = (name: string) => within(region).getByRole('link', { name });
    expect(link('Reconnect')).toHaveAttribute('href', '/connect-accounts');
    expect(link('Add a card')).toHaveAttribute('href', 'https://resy.com');
    expect(link('Change request')).toHaveAttribute('href', '/reservations/edit-reservation/4127');
    expect(link('See the table').getAttribute('href')).toContain('4126');
    expect(link('Notifications')).toHaveAttribute('href', '/profile?tab=notifications');
    expect(within(region).getAllByRole('button', { name: 'Check again' })).toHaveLength(2);
    expect(
      within(region).getByRole('button', { name: 'Accept up to $50 now' }),
    ).toBeInTheDocument();
  });

  test('accepts a fee, and reads the lines again', async () => {
    answer({ lines: readyLines(...UNREADY.filter(({ check }) => check === 'fee')) });
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/reservations/4127/accept-fee/', async ({ request }) => {
        bodies.push(await request.json());
        answer({});
        return HttpResponse.json({ message: 'Request updated.', group: watched });
      }),
    );
    const { user, region } = await openReadiness();
    await user.click(await within(region).findByRole('button', { name: 'Accept up to $50 now' }));
    expect(await within(region).findByText('Ready to book')).toBeInTheDocument();
    expect(bodies).toEqual([{ fee_ceiling_cents: 5000, unknown: false }]);
  });

  test('checks again on a click', async () => {
    answer({
      lines: readyLines(
        aLine('clock', "We couldn't read the clock of Resy.", anAction('check_again')),
      ),
    });
    const { user, region } = await openReadiness();
    await within(region).findByText('1 problem');
    answer({});
    await user.click(within(region).getByRole('button', { name: 'Check again' }));
    expect(await within(region).findByText('Ready to book')).toBeInTheDocument();
  });

  test('that cannot be read can be tried again', async () => {
    server.use(http.get(PATH, () => refusal(500, 'broken', 'No.'), { once: true }));
    const { user, region } = await openReadiness();
    await user.click(await within(region).findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Ready to book')).toBeInTheDocument();
  });

  test('is not shown without lines', async () => {
    answer({ lines: [], rehearse_at: null });
    const { user } = await openList();
    const card = await ticket('Osteria Lucciola');
    await user.click(within(card).getByRole('button', { name: /^Timeline/ }));
    await screen.findByText('lost to another diner');
    await waitFor(() => {
      expect(screen.queryByRole('region', { name: 'Readiness' })).not.toBeInTheDocument();
    });
  });
});

describe('a rehearsal', () => {
  test('starts by a click and shows its steps', async () => {
    server.use(
      http.post('/api/reservations/4127/rehearse/', () => {
        answer({ rehearsal: REHEARSED, rehearse_at: '2026-11-20T12:00:00.000Z' });
        const running = { ...REHEARSED, finished_at: null, steps: [] };
        return HttpResponse.json(aReadiness({ rehearsal: running }), { status: 202 });
      }),
    );
    const { user, region } = await openReadiness();
    await user.click(await within(region).findByText('Ready to book'));
    await user.click(within(region).getByRole('button', { name: 'Start the test run' }));
    expect(await within(region).findByText('Running')).toBeInTheDocument();
    expect(
      await within(region).findByText('A late cancellation costs $50.00.', {}, { timeout: 4000 }),
    ).toBeInTheDocument();
    expect(within(region).getByText('Nothing was booked.')).toBeInTheDocument();
  });

  test('cannot be repeated at once', async () => {
    answer({ rehearsal: REHEARSED, rehearse_at: '2099-01-01T00:00:00.000Z' });
    const { region } = await openReadiness();
    expect(
      await within(region).findByText(/You can run it again in a moment\./),
    ).toBeInTheDocument();
    expect(
      within(region).queryByRole('button', { name: 'Start the test run', hidden: true }),
    ).not.toBeInTheDocument();
  });
});

test.each([
  ['a running rehearsal', aReadiness({ rehearsal: { ...REHEARSED, finished_at: null } }), 2000],
  ['a failed line', aReadiness({ lines: readyLines(...UNREADY) }), 5000],
  ['an unknown fee', aReadiness({ lines: readyLines(NO_FEE_SEEN) }), 15_000],
  ['a ready request', aReadiness(), 15_000],
  ['no answer yet', undefined, 15_000],
])('%s is read again after a while', (_, readiness, ms) => {
  expect(reloadAfter(readiness)).toBe(ms);
});
