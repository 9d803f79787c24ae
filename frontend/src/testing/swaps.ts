/** The mocked API's answers about an offer to swap a table. */
import { http, HttpResponse } from 'msw';
import type { SwapOffer } from '@/features/swap/queries';

const TABLE = {
  venue_name: 'Osteria del Vicolo Storto',
  time_zone: 'America/New_York',
  date: '2026-11-28',
  time: '19:00',
  party_size: 2,
  seating: 'Dining Room',
  platform: 'resy',
  free_until: '2026-11-28T00:00:00.000Z',
  cancel_fee_cents: 5000,
  deposit_cents: 0,
  currency: 'USD',
} as const;

const BETTER = {
  ...TABLE,
  date: '2026-11-27',
  time: '19:30',
  seating: 'Bar',
  free_until: null,
  cancel_fee_cents: null,
  deposit_cents: null,
} as const;

/** An offer; the new table is on the evening before. */
export function aSwap(changes: Partial<SwapOffer> = {}): SwapOffer {
  return {
    id: 31,
    state: 'offered',
    old: TABLE,
    new: BETTER,
    group_id: 4127,
    reservation_id: 9001,
    new_group_id: null,
    seen_at: '2026-11-20T19:04:13.000Z',
    costs: false,
    cancel_fee_ceiling_cents: 0,
    fee_ceiling_cents: 0,
    known_fee_cents: 5000,
    refused_text: null,
    conflict: false,
    ...changes,
  };
}

export const swapHandlers = [
  http.get('/api/swaps/:id/', () => HttpResponse.json(aSwap())),
  http.post('/api/swaps/:id/accept/', () =>
    HttpResponse.json({ message: '', swap: aSwap({ state: 'booking' }) }, { status: 202 }),
  ),
  http.post('/api/swaps/:id/keep/', () =>
    HttpResponse.json({ message: '', swap: aSwap({ state: 'dismissed' }) }),
  ),
];
