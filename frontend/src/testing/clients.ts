/** The address book of the mocked API. */
import { http, HttpResponse } from 'msw';
import type { BookEntry } from '../api/reservation-types';
import type { components } from '../api/schema.gen';
import type { User } from '../api/types';
import { openTableAccount, user } from './fixtures';

type ImportReport = components['schemas']['ImportOut'];

/** What makes the fixture user a concierge: two accounts at Resy, one at OpenTable that must reconnect. */
export function aConcierge(fields: Partial<User> = {}): Partial<User> {
  const resy_accounts = user().resy_accounts.flatMap((account) => [
    { ...account, is_concierge: true, display_name: 'Desk one' },
    { ...account, id: 2, is_concierge: true, display_name: 'Desk two', resy_username: 'desk-2' },
  ]);
  const ot_accounts = [
    { ...openTableAccount, is_concierge: true, status: 'needs_reconnect' as const },
  ];
  return { is_concierge: true, resy_accounts, ot_accounts, ...fields };
}

export function aClient(fields: Partial<BookEntry> = {}): BookEntry {
  return {
    id: 31,
    first_name: 'Lucía',
    last_name: 'Fernández de la Vega',
    email: 'lucia.fdv@example.com',
    phone: '+16465550119',
    zip_code: '10013',
    saved: true,
    created_at: '2026-11-02T15:00:00.000Z',
    open_groups: [],
    cards: [
      {
        account_id: 1,
        account_name: 'Desk one',
        platform: 'resy',
        cc_number: '•••• 4242',
        exp_month: '08',
        exp_year: '2029',
        usable: true,
      },
    ],
    ...fields,
  };
}

/** The report of an import, or of its preview. */
export function anImport(fields: Partial<ImportReport> = {}): ImportReport {
  return {
    message: "We'll add 198 clients, update 2 clients, and skip 1 line.",
    created: 198,
    updated: 2,
    unchanged: 5,
    merged: 0,
    refused: 1,
    ignored_columns: ['CC'],
    missing_columns: [],
    lines: [
      {
        line: 4,
        name: 'Grace Hopper',
        outcome: 'refused',
        client_id: null,
        errors: { zip_code: 'Is it 02138?' },
      },
    ],
    ...fields,
  };
}

const BOOK: readonly BookEntry[] = [
  aClient(),
  aClient({
    id: 32,
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'grace@example.org',
    phone: '+442125550123',
    zip_code: 'SW1A 1AA',
    cards: [],
  }),
];

export const clientHandlers = [
  http.get('/api/clients/', ({ request }) => {
    const typed = (new URL(request.url).searchParams.get('search') ?? '').toLowerCase();
    const clients = BOOK.filter(({ first_name, last_name, email, phone }) =>
      `${first_name} ${last_name} ${email} ${phone}`.toLowerCase().includes(typed),
    );
    return HttpResponse.json({ clients, count: clients.length, page: 1, pages: 1 });
  }),
];
