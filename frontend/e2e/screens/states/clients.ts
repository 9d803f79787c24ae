import { http, HttpResponse } from 'msw';
import { aClient, aConcierge } from '../../../src/testing/clients';
import { refusal } from '../../../src/testing/handlers';
import type { Screen } from '../kinds';
import { as, neverAnswers, opensDialog, shown } from './common';

const PATH = '/clients';
const CALL = '/api/clients/';
const many = Array.from({ length: 50 }, (_, index) =>
  aClient({
    id: 100 + index,
    email: `client.${index}@example.com`,
    open_groups: index % 3 === 0 ? [1, 2] : [],
    cards:
      index % 4 === 0
        ? []
        : aClient().cards.map((card) => ({
            ...card,
            usable: index % 5 !== 0,
            exp_year: index % 7 === 0 ? '2025' : '2029',
          })),
  }),
);
const answers = (clients = many, pages = 100) => [
  as(aConcierge()),
  http.get(CALL, () =>
    HttpResponse.json({ clients, count: clients.length * pages, page: 1, pages }),
  ),
];

export const CLIENTS: Screen = {
  empty: [
    { name: 'clients-empty', path: PATH, overrides: answers([], 1) },
    { name: 'clients-no-match', path: `${PATH}?q=nobody`, overrides: answers([], 1) },
  ],
  loaded: [
    { name: 'clients', path: PATH, overrides: answers() },
    {
      name: 'clients-loading',
      path: PATH,
      overrides: [as(aConcierge()), neverAnswers(CALL)],
      act: (page) => page.waitForTimeout(500),
    },
  ],
  error: [
    {
      name: 'clients-failed',
      path: PATH,
      overrides: [as(aConcierge()), http.get(CALL, () => refusal(503, 'away', 'Not now.'))],
      act: shown("We couldn't load your client book."),
    },
    {
      name: 'clients-refused',
      path: PATH,
      overrides: [http.get(CALL, () => refusal(403, 'not_concierge', 'Not yours.'))],
      act: shown('Only concierge accounts have a client book.'),
    },
  ],
  dialog: [
    {
      name: 'clients-change',
      path: PATH,
      overrides: answers(many.slice(1, 3), 1),
      act: opensDialog(/^Change /),
    },
    { name: 'clients-add', path: PATH, overrides: answers(), act: opensDialog('Add client') },
  ],
};
