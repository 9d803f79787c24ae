import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { refusal } from '@/testing/handlers';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { aSwap } from '@/testing/swaps';

const open = () => renderApp('/swap/31');
const serve = (changes: Parameters<typeof aSwap>[0]) => {
  server.use(http.get('/api/swaps/31/', () => HttpResponse.json(aSwap(changes))));
};

describe('the page that asks to swap', () => {
  it('shows both tables with their terms side by side, and books nothing by itself', async () => {
    const received: unknown[] = [];
    server.use(
      http.post('/api/swaps/31/accept/', async ({ request }) => {
        received.push(await request.json());
        return HttpResponse.json(
          { message: '', swap: aSwap({ state: 'booking' }) },
          { status: 202 },
        );
      }),
    );
    const { user } = await open();
    const old = within(await screen.findByRole('region', { name: 'Your table' }));
    expect(old.getByText('Sat, Nov 28')).toBeInTheDocument();
    expect(old.getByText(/^Free until Fri, Nov 27/)).toBeInTheDocument();
    const better = within(screen.getByRole('region', { name: 'Open now' }));
    expect(better.getByText('Fri, Nov 27')).toBeInTheDocument();
    expect(better.getByText('We book it only without a fee or deposit')).toBeInTheDocument();
    expect(received).toEqual([]);
    serve({ state: 'booking' });
    await user.click(screen.getByRole('button', { name: 'Swap' }));
    expect(await screen.findByText("We're booking the new table.")).toBeInTheDocument();
    expect(received).toEqual([{ replaces: false }]);
  });

  it('says what differs and when the table was seen, beside the two buttons', async () => {
    await open();
    const swap = await screen.findByRole('button', { name: 'Swap' });
    const bar = swap.closest<HTMLElement>('[data-bottom-bar]');
    expect(bar).toHaveTextContent(
      'Sat, Nov 28 → Fri, Nov 27 · 7:00 PM in New York → 7:30 PM in New York · Dining Room → Bar',
    );
    expect(bar).toHaveTextContent(/Seen \S+ ago/);
    expect(bar).toContainElement(screen.getByRole('button', { name: 'Keep mine' }));
  });

  it('keeps the old table on the user’s word', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    expect(await screen.findByText(/^You keep your table/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Swap' })).not.toBeInTheDocument();
  });

  it('says that canceling the old table is not free now, and what it costs', async () => {
    serve({ costs: true, old: { ...aSwap().old, free_until: '2026-11-19T00:30:00.000Z' } });
    await open();
    const old = within(await screen.findByRole('region', { name: 'Your table' }));
    expect(old.getByText('$50 for the party if you cancel now')).toBeInTheDocument();
    expect(screen.getByText("Canceling your table isn't free now.")).toBeInTheDocument();
  });

  it('states the risk before a table is replaced, where the platform permits one', async () => {
    const received: unknown[] = [];
    serve({ state: 'refused', conflict: true, refused_text: 'You already have a table.' });
    server.use(
      http.post('/api/swaps/31/accept/', async ({ request }) => {
        received.push(await request.json());
        return HttpResponse.json(
          { message: '', swap: aSwap({ state: 'swapped' }) },
          { status: 202 },
        );
      }),
    );
    const { user } = await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('you have no table');
    await user.click(screen.getByRole('button', { name: 'Replace my table' }));
    expect(await screen.findByText(/^Swapped/)).toBeInTheDocument();
    expect(received).toEqual([{ replaces: true }]);
  });

  it('says plainly that both tables are held, and cancels the old one again', async () => {
    const asked: string[] = [];
    serve({ state: 'both' });
    server.use(
      http.post('/api/reservations/4127/tables/9001/cancel/', ({ request }) => {
        asked.push(request.url);
        serve({ state: 'canceling_old' });
        return HttpResponse.json({ message: '', group: {}, code: 'canceling' }, { status: 202 });
      }),
    );
    const { user } = await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('You hold both tables.');
    await user.click(screen.getByRole('button', { name: 'Cancel the old table' }));
    expect(await screen.findByText(/We're canceling the old one/)).toBeInTheDocument();
    expect(asked).toHaveLength(1);
  });

  it('says why a swap did not start', async () => {
    server.use(
      http.post('/api/swaps/31/accept/', () =>
        refusal(409, 'no_table', 'There is no booked table.'),
      ),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Swap' }));
    expect(await screen.findByText('There is no booked table.')).toBeInTheDocument();
  });

  it('leads back from an offer that does not exist', async () => {
    server.use(http.get('/api/swaps/31/', () => refusal(404, 'not_found', 'Gone.')));
    await open();
    expect(await screen.findByText("We couldn't find this offer.")).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to your requests' })).toBeInTheDocument();
  });
});
