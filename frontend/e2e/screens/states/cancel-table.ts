import { http, HttpResponse } from 'msw';
import { linkedTable } from '../../../src/testing/cancel-link';
import { refusal } from '../../../src/testing/handlers';
import type { Screen } from '../kinds';
import { shown } from './common';

const CANCEL = { path: '/cancel-table?token=812.9.abc', signedIn: false } as const;
const is = (changes: Parameters<typeof linkedTable>[0]) => [
  http.get('/api/cancel-table/', () => HttpResponse.json(linkedTable(changes))),
];
const COSTLY = { costs: true, free_until: '2026-11-19T00:30:00.000Z', deposit_cents: 2500 };

export const CANCEL_TABLE: Screen = {
  empty: [{ name: 'cancel-table-incomplete', path: '/cancel-table', signedIn: false }],
  loaded: [
    { name: 'cancel-table', ...CANCEL },
    { name: 'cancel-table-costs', ...CANCEL, overrides: is(COSTLY) },
    {
      name: 'cancel-table-done',
      ...CANCEL,
      act: async (page) => {
        await page.getByRole('button', { name: 'Cancel this table' }).click();
        await shown("We're canceling this table.")(page);
      },
    },
    { name: 'cancel-table-already', ...CANCEL, overrides: is({ state: 'canceled' }) },
    {
      name: 'cancel-table-past',
      ...CANCEL,
      overrides: is({ state: 'past', client_name: 'Ingrid Solvang-Featherstonehaugh' }),
    },
    {
      name: 'cancel-table-offline',
      ...CANCEL,
      act: async (page) => {
        await page.context().setOffline(true);
        await shown(/^You're offline. Nothing was changed/)(page);
      },
    },
    {
      name: 'cancel-table-loading',
      ...CANCEL,
      overrides: [http.get('/api/cancel-table/', () => new Promise<never>(() => undefined))],
      act: (page) => page.waitForTimeout(500),
    },
  ],
  error: [
    {
      name: 'cancel-table-dead',
      ...CANCEL,
      overrides: [
        http.get('/api/cancel-table/', () =>
          refusal(400, 'invalid_link', "This link doesn't work anymore."),
        ),
      ],
    },
    {
      name: 'cancel-table-unreachable',
      ...CANCEL,
      overrides: [http.get('/api/cancel-table/', () => refusal(503, 'busy', 'Try again.'))],
      act: (page) => page.getByRole('button', { name: 'Try Again' }).waitFor({ timeout: 20_000 }),
    },
    {
      name: 'cancel-table-refused',
      ...CANCEL,
      overrides: [
        http.post('/api/cancel-table/', () =>
          refusal(
            409,
            'needs_reconnect',
            'Your Resy login has expired. Reconnect it, or cancel the table on Resy.',
          ),
        ),
      ],
      act: async (page) => {
        await page.getByRole('button', { name: 'Cancel this table' }).click();
        await page.getByRole('alert').waitFor();
      },
    },
  ],
  dialog: { never: 'The page itself asks; one button does it.' },
};
