/** A concierge's table: any number of requests for some clients in all states, and the calls of the table. */
import { http, HttpResponse, type RequestHandler } from 'msw';
import type { BulkResult, Group } from '@/api/reservation-types';
import { withAction, type GroupAction } from '@/entities/request/cache/group-changes';
import { aBooking, aGroup, aMember, aPage, aVenue, aWatch } from './reservation-fixtures';

const CLIENTS = [
  'Eleanor Whitcombe-Ashford',
  'Tomasz Król',
  'Priya Raghunathan',
  'Desmond Achebe',
  'Lucía Fernández de la Vega',
  'Harper Lindqvist',
];
const VENUES = [
  'Osteria Lucciola',
  'The Quiet Harbor Oyster Room & Supper Club at Front Street',
  'Jangdok',
  'Maison Orchard',
  'Kawaya Counter',
  'Bar Sant’Agnese',
  'Salt Hay',
];
const ACCOUNTS = ['desk-resy-1', 'desk-resy-2', 'desk-ot-1'];
const WINDOWS = [
  ['18:30', '20:30'],
  ['20:30', '22:30'],
  ['17:00', '18:30'],
] as const;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

type Fields = Parameters<typeof aMember>[0];

/** The state of row `n`: most are watched, and each state occurs. */
function doing(n: number): Fields {
  switch (n % 12) {
    case 0:
      return { watch: aWatch({ state: 'booking' }) };
    case 4:
      return { status: 'confirmed', watch: null, booked: aBooking({ time: '19:45' }) };
    case 5:
      return { status: 'paused', watch: null };
    case 6:
      return { watch: aWatch({ state: 'needs_reconnect' }) };
    case 7:
      return { status: 'unsuccessful', watch: null, reason: 'window_over' };
    case 9:
      return { status: 'canceled', watch: null, reason: 'canceled_by_you' };
    default:
      return { watch: aWatch({ checks: 40 + n }) };
  }
}

/** Row `n`, the same each time. */
export function aTableRow(n: number, fields: Partial<Group> = {}): Group {
  const id = 100_000 - n;
  const names = n % 9 === 2 ? [0, 1, 2, 3, 4].map((more) => at(VENUES, n + more)) : [at(VENUES, n)];
  const [start_time, end_time] = at(WINDOWS, n);
  const date = `2026-12-${String(1 + (n % 28)).padStart(2, '0')}`;
  return aGroup({
    group_id: id,
    number: String(id),
    start_time,
    end_time,
    party_size: 2 + 2 * (n % 3),
    book_on_behalf: at(CLIENTS, n),
    account_name: at(ACCOUNTS, n),
    venues: names.map((venue_name, place) => aVenue({ id: 1 + place, venue_name })),
    members: names.map((venue_name, place) =>
      aMember({ id: 10 * id + place, venue: 1 + place, venue_name, date, ...doing(n) }),
    ),
    ...fields,
  });
}

export const aRequestTable = (rows: number): Group[] =>
  Array.from({ length: rows }, (_, n) => aTableRow(n));

/** Answers pages, named groups and bulk actions from `groups`; `refuse` says why an action fails. */
export function tableHandlers(
  groups: Group[],
  refuse: (
    group: Group,
    action: GroupAction,
  ) => Omit<BulkResult, 'group_id' | 'done'> | null = () => null,
): RequestHandler[] {
  let held = groups;
  return [
    http.get('/api/reservations/', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const ids = query.getAll('ids').map(Number);
      const size = Number(query.get('page_size') ?? 50);
      const page = Number(query.get('page') ?? 1);
      const found = ids.length === 0 ? held : held.filter((group) => ids.includes(group.group_id));
      return HttpResponse.json({
        ...aPage(held),
        groups: found.slice((page - 1) * size, page * size),
        count: found.length,
        page,
        pages: Math.max(1, Math.ceil(found.length / size)),
      });
    }),
    http.post<never, { action: GroupAction; group_ids: number[] }>(
      '/api/reservations/bulk/',
      async ({ request }) => {
        const { action, group_ids } = await request.json();
        const named = held.filter((group) => group_ids.includes(group.group_id));
        const results = named.map((group): BulkResult => {
          const refused = refuse(group, action);
          const message = 'Done.';
          return { group_id: group.group_id, done: true, code: 'stopped', message, ...no(refused) };
        });
        const done = new Set(results.flatMap((one) => (one.done ? [one.group_id] : [])));
        held = held.map((group) => (done.has(group.group_id) ? withAction(action)(group) : group));
        return HttpResponse.json({
          results,
          groups: held.filter((group) => group_ids.includes(group.group_id)),
        });
      },
    ),
  ];
}

function no(refused: Omit<BulkResult, 'group_id' | 'done'> | null) {
  return refused === null ? {} : { ...refused, done: false };
}
