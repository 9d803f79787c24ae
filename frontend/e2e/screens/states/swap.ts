import { http, HttpResponse } from 'msw';
import { refusal } from '../../../src/testing/handlers';
import { aSwap } from '../../../src/testing/swaps';
import type { Screen } from '../kinds';
import { shown } from './common';

const PATH = '/swap/31';
const is = (changes: Parameters<typeof aSwap>[0]) => [
  http.get('/api/swaps/:id/', () => HttpResponse.json(aSwap(changes))),
];
const CONFLICT = {
  state: 'refused',
  conflict: true,
  refused_text: 'You already have a table.',
} as const;

export const SWAP: Screen = {
  empty: [{ name: 'swap-over', path: PATH, overrides: is({ state: 'over' }) }],
  loaded: [
    { name: 'swap', path: PATH },
    {
      name: 'swap-costs',
      path: PATH,
      overrides: is({
        costs: true,
        old: { ...aSwap().old, free_until: '2026-11-19T00:30:00.000Z' },
        fee_ceiling_cents: 2500,
      }),
    },
    { name: 'swap-booking', path: PATH, overrides: is({ state: 'booking' }) },
    { name: 'swap-canceling', path: PATH, overrides: is({ state: 'canceling_old' }) },
    { name: 'swap-done', path: PATH, overrides: is({ state: 'swapped' }) },
    { name: 'swap-kept', path: PATH, overrides: is({ state: 'dismissed' }) },
    {
      name: 'swap-offline',
      path: PATH,
      act: async (page) => {
        await page.getByRole('button', { name: 'Keep mine' }).waitFor();
        await page.context().setOffline(true);
        await shown("You're offline. Nothing was changed.")(page);
      },
    },
    {
      name: 'swap-loading',
      path: PATH,
      overrides: [http.get('/api/swaps/:id/', () => new Promise<never>(() => undefined))],
      act: (page) => page.waitForTimeout(500),
    },
  ],
  error: [
    {
      name: 'swap-refused',
      path: PATH,
      overrides: is({ state: 'refused', refused_text: 'Lost to another diner.' }),
    },
    { name: 'swap-conflict', path: PATH, overrides: is(CONFLICT) },
    { name: 'swap-both', path: PATH, overrides: is({ state: 'both' }) },
    {
      name: 'swap-unknown',
      path: PATH,
      overrides: [http.get('/api/swaps/:id/', () => refusal(404, 'not_found', 'Gone.'))],
    },
  ],
  dialog: { never: 'The page itself asks.' },
};
