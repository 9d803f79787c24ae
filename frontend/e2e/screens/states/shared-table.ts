import { http, HttpResponse } from 'msw';
import { refusal } from '../../../src/testing/handlers';
import { sharedTable } from '../../../src/testing/shared-table';
import type { Screen } from '../kinds';

const SHARED = { path: '/shared-table?token=812.abc', signedIn: false } as const;
const PATH = '/api/public/table/';
const is = (changes: Parameters<typeof sharedTable>[0]) => [
  http.get(PATH, () => HttpResponse.json(sharedTable(changes))),
];

export const SHARED_TABLE: Screen = {
  empty: [{ name: 'shared-table-incomplete', path: '/shared-table', signedIn: false }],
  loaded: [
    { name: 'shared-table', ...SHARED },
    { name: 'shared-table-canceled', ...SHARED, overrides: is({ status: 'canceled' }) },
    { name: 'shared-table-swapped', ...SHARED, overrides: is({ status: 'swapped' }) },
    { name: 'shared-table-past', ...SHARED, overrides: is({ status: 'past' }) },
    {
      name: 'shared-table-loading',
      ...SHARED,
      overrides: [http.get(PATH, () => new Promise<never>(() => undefined))],
      act: (page) => page.waitForTimeout(500),
    },
  ],
  error: [
    {
      name: 'shared-table-dead',
      ...SHARED,
      overrides: [http.get(PATH, () => refusal(404, 'not_found', "We couldn't find that table."))],
    },
    {
      name: 'shared-table-unreachable',
      ...SHARED,
      overrides: [http.get(PATH, () => refusal(503, 'busy', 'Try again.'))],
      act: (page) => page.getByRole('button', { name: 'Try Again' }).waitFor({ timeout: 20_000 }),
    },
  ],
  dialog: { never: 'The page only shows the table.' },
};
