/** The reservation calls of the mocked API: requests in every state, and a timeline. */
import { aReadiness } from './readiness';
import { http, HttpResponse } from 'msw';
import type { Group, GroupPage, ReservationBody } from '../api/reservation-types';
import { VENUES } from './fixtures';
import {
  aBooking,
  aGroup,
  aMember,
  anEntry,
  aPage,
  aSeen,
  aVenue,
  aWatch,
} from './reservation-fixtures';

function venueOf(name: string) {
  const venue = VENUES.find((candidate) => candidate.venue_name === name);
  if (venue === undefined) throw new RangeError(`No venue fixture ${name}`);
  const { id, venue_id, venue_name, neighborhood, locality, reservation_source, cover_art } = venue;
  return aVenue({
    id,
    venue_id,
    venue_name,
    neighborhood,
    locality,
    reservation_source,
    cover_art,
  });
}

let lastMember = 100;

/** A group at these places, one reservation each, all in the same state. */
export function groupAt(
  names: string[],
  member: Parameters<typeof aMember>[0] = {},
  group: Partial<Group> = {},
): Group {
  const venues = names.map(venueOf);
  return aGroup({
    venues,
    members: venues.map(({ id, venue_name }) => {
      lastMember += 1;
      return aMember({ id: lastMember, venue: id, venue_name, ...member });
    }),
    ...group,
  });
}

const LONG = VENUES[1]?.venue_name ?? '';

export const GROUPS: readonly Group[] = [
  groupAt(
    ['Osteria Lucciola', 'Petit Quai'],
    { watch: aWatch({ state: 'booking', checks: 933, attempts: 1 }) },
    { group_id: 4127, number: '04127' },
  ),
  groupAt(
    [LONG],
    { watch: aWatch({ state: 'needs_reconnect' }) },
    { group_id: 4131, number: '04131', party_size: 4 },
  ),
  groupAt(
    [
      'Jangdok',
      'Vesper',
      'Salt Hay',
      'Bar Sant’Agnese',
      'Nonna Immacolata',
      'La Güera de Mott',
      'Petit Quai',
    ],
    { watch: aWatch({ checks: 172 }) },
    { group_id: 4119, number: '04119', start_time: '20:30', end_time: '22:30' },
  ),
  groupAt(
    ['Maison Orchard'],
    { watch: null, table_type: 'Dining Room' },
    { group_id: 4098, number: '04098', party_size: 6 },
  ),
  groupAt(
    ['Bar Sant’Agnese'],
    { status: 'confirmed', watch: null, booked: aBooking() },
    { group_id: 4084, number: '04084' },
  ),
  groupAt(['Salt Hay'], { status: 'paused' }, { group_id: 4070, number: '04070' }),
  groupAt(
    ['Hendrik & Daughters Chophouse'],
    {
      status: 'unsuccessful',
      watch: null,
      reason: 'window_over',
      reason_text: 'No table opened in time.',
      seen: aSeen({ tables: 3, attempts: 2, time: '19:30', seating: 'Dining Room' }),
    },
    { group_id: 4052, number: '04052' },
  ),
  groupAt(
    ['Petit Quai'],
    {
      status: 'canceled',
      watch: null,
      reason: 'booked_elsewhere',
      reason_text: 'We booked another table of this request.',
    },
    { group_id: 4047, number: '04047' },
  ),
];

const PAGE: GroupPage = aPage([...GROUPS], {
  warnings: [
    {
      code: 'several_tasks',
      message:
        'Two requests watch Petit Quai. Resy may ban accounts that hold more than one reservation at a restaurant.',
      group_ids: [4127, 4119],
    },
  ],
});

const FIRST = GROUPS[0]?.members[0]?.id ?? 0;

export const STORY = [
  anEntry({ kind: 'filed', reservation_id: FIRST, at: '2026-11-19T15:20:02.000Z', checks: 0 }),
  anEntry({ kind: 'watching', reservation_id: FIRST, at: '2026-11-19T15:20:04.000Z', checks: 0 }),
  anEntry({
    kind: 'seen',
    reservation_id: FIRST,
    at: '2026-11-20T18:47:30.000Z',
    checks: 204,
    time: '20:00',
    party_size: 2,
    seating: 'Dining Room',
  }),
  anEntry({ kind: 'booking', reservation_id: FIRST, at: '2026-11-20T18:47:30.000Z', checks: 204 }),
  anEntry({
    kind: 'lost',
    reservation_id: FIRST,
    at: '2026-11-20T18:47:31.000Z',
    checks: 204,
    reason: 'taken',
    reason_text: 'Lost to another diner.',
  }),
  anEntry({
    kind: 'seen',
    reservation_id: FIRST,
    at: '2026-11-20T19:04:12.000Z',
    checks: 933,
    time: '19:15',
    party_size: 2,
    seating: 'Bar',
  }),
  anEntry({ kind: 'booking', reservation_id: FIRST, at: '2026-11-20T19:04:12.000Z', checks: 933 }),
].reverse();

function groupOf(id: unknown): Group | undefined {
  return GROUPS.find((group) => group.group_id === Number(id));
}

const notFound = () =>
  HttpResponse.json({ message: 'There is no such request.', code: 'not_found' }, { status: 404 });

export const reservationHandlers = [
  http.get('/api/reservations/', ({ request }) => {
    const status = new URL(request.url).searchParams.get('status');
    return HttpResponse.json(
      status === null
        ? PAGE
        : { ...PAGE, groups: PAGE.groups.filter((group) => group.status === status) },
    );
  }),
  http.post<never, ReservationBody>('/api/reservations/', () =>
    HttpResponse.json(
      { message: "Request filed. We're watching.", group: GROUPS[3] },
      { status: 201 },
    ),
  ),
  http.get('/api/reservations/counts/', () =>
    HttpResponse.json({ active_reservations: 7, total_reservations: 7, limit: 25 }),
  ),
  http.get('/api/reservations/existing-restaurants/', () =>
    HttpResponse.json({
      existing_restaurants: [
        { venue: 3, venue_name: 'Osteria Lucciola', why: 'active_task', dates: ['2026-11-28'] },
      ],
    }),
  ),
  http.post('/api/reservations/get-unique-unactive-dates-by-group/', () =>
    HttpResponse.json({ dates: [] }),
  ),
  http.get('/api/reservations/:id/timeline/', ({ params }) =>
    HttpResponse.json({
      group_id: Number(params.id),
      entries: Number(params.id) === 4127 ? STORY : [],
      totals: { checks: 1866, seen: 2, attempts: 2, lost: 1, booked: 0 },
    }),
  ),
  http.get('/api/reservations/:id/readiness/', ({ params }) =>
    HttpResponse.json(aReadiness({ group_id: Number(params.id) })),
  ),
  http.get('/api/reservations/:id/', ({ params }) => {
    const group = groupOf(params.id);
    return group === undefined ? notFound() : HttpResponse.json(group);
  }),
];
