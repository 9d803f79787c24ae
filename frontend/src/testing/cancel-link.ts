/** The mocked API's answers about the table of a cancellation link. */
import { http, HttpResponse } from 'msw';
import type { LinkedTable } from '@/features/cancel-link/queries';

/** A table that is free to cancel until the evening before it. */
export function linkedTable(changes: Partial<LinkedTable> = {}): LinkedTable {
  return {
    state: 'booked',
    venue_name: 'Osteria del Vicolo Storto',
    time_zone: 'America/New_York',
    date: '2026-11-27',
    time: '19:30',
    party_size: 2,
    seating: 'Dining Room',
    platform: 'resy',
    client_name: null,
    free_until: '2026-11-27T00:30:00.000Z',
    cancel_fee_cents: 5000,
    deposit_cents: 0,
    currency: 'USD',
    costs: false,
    ...changes,
  };
}

export const cancelLinkHandlers = [
  http.get('/api/cancel-table/', () => HttpResponse.json(linkedTable())),
  http.post('/api/cancel-table/', () =>
    HttpResponse.json({ message: 'Canceling your table.', code: 'canceling' }, { status: 202 }),
  ),
];
