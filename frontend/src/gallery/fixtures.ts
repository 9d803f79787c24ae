/** Requests for the gallery: one in each state; the compiler finds a missing state. */
import type { Group, GroupVenue, Member } from '@/api/reservation-types';
import type { TicketState } from '@/entities/request/group-state';
import { LONG_NAME, VENUES } from '@/testing/fixtures';
import { PLATFORMS } from '@/testing/platforms';
import { aBooking, aGroup, aMember, aSeen, aVenue, aWatch } from '@/testing/reservation-fixtures';

const [platform] = PLATFORMS;
let lastId = 9000;

/** A group with one reservation at each of the first venues. */
function requestAt(places: number, member: Partial<Member>, group: Partial<Group> = {}): Group {
  lastId += 1;
  const venues: GroupVenue[] = VENUES.slice(0, places).map((venue) =>
    aVenue({
      id: venue.id,
      venue_id: venue.venue_id,
      venue_name: venue.venue_name,
      neighborhood: venue.neighborhood,
      cover_art: venue.cover_art,
    }),
  );
  return aGroup({
    group_id: lastId,
    number: `0${lastId}`,
    venues,
    members: venues.map(({ id, venue_name }, index) =>
      aMember({ id: lastId * 100 + index, venue: id, venue_name, ...member }),
    ),
    ...group,
  });
}

const over = (status: 'confirmed' | 'unsuccessful' | 'canceled', fields: Partial<Member> = {}) =>
  requestAt(1, { status, watch: null, ...fields });
const release = (state: 'armed' | 'releasing') =>
  requestAt(
    1,
    { watch: aWatch({ state, checks: 0, last_check_at: null }) },
    { snipe_type: 'release', release_at: '2026-11-22T15:00:00.000Z' },
  );

export const IN_STATE: Record<TicketState, Group> = {
  starting: requestAt(1, { watch: null }),
  watching: requestAt(1, {}),
  booking: requestAt(2, { watch: aWatch({ state: 'booking', attempts: 1 }) }),
  verifying: requestAt(1, { watch: aWatch({ state: 'verifying', attempts: 2 }) }),
  needs_reconnect: requestAt(1, { watch: aWatch({ state: 'needs_reconnect' }) }),
  backing_off: requestAt(1, { watch: aWatch({ state: 'backing_off' }) }),
  armed: release('armed'),
  releasing: release('releasing'),
  switched_off: requestAt(1, { watch: aWatch({ state: 'switched_off' }) }),
  unconfirmed: requestAt(1, { watch: aWatch({ state: 'unconfirmed' }) }, { notify_only: true }),
  restaurant_closed: requestAt(1, { watch: aWatch({ state: 'restaurant_closed' }) }),
  quarantined: requestAt(1, { watch: aWatch({ state: 'quarantined' }) }),
  held_back: requestAt(1, {
    watch: aWatch({ state: 'held_back', held_fee_cents: 5000, held_time: '19:30' }),
  }),
  table_open: requestAt(
    1,
    {
      watch: aWatch({ state: 'table_open', held_time: '19:30' }),
      page: `${platform.home_url}/cities/ny/venues/petit-quai?date=2026-11-28&seats=2`,
    },
    { notify_only: true },
  ),
  stopping: requestAt(1, { watch: aWatch({ state: 'booking' }) }, { stopping: true }),
  canceling: over('confirmed', { booked: aBooking({ canceling: true }) }),
  confirmed: over('confirmed', { booked: aBooking() }),
  paused: requestAt(1, { status: 'paused' }),
  unsuccessful: over('unsuccessful', {
    reason: 'window_over',
    reason_text: 'No table opened in time.',
    seen: aSeen({ tables: 1, time: '20:00', held_fee_cents: 5000 }),
  }),
  canceled: over('canceled', {
    reason_text: 'We booked another table of this request.',
  }),
};

const longVenue = VENUES.find(({ venue_name }) => venue_name === LONG_NAME);

/** Hard cases for a ticket: many places, the longest name, no picture, a client with a long name. */
export const HARD: Record<string, Group> = {
  'seven restaurants, many dates': requestAt(
    7,
    {},
    { dates: ['2026-11-28', '2026-11-29', '2026-12-05', '2026-12-12', '2026-12-31'] },
  ),
  'a name of 60 characters': requestAt(
    1,
    {},
    {
      venues: [aVenue({ id: longVenue?.id ?? 0, venue_name: LONG_NAME })],
    },
  ),
  'no picture, a seat, a large party': requestAt(
    1,
    { table_type: 'Dining Room' },
    { party_size: 10, venues: [aVenue({ cover_art: null, table_type: 'Dining Room' })] },
  ),
  'a fee that cannot be read': requestAt(1, {
    watch: aWatch({ state: 'held_back', held_fee_cents: null, held_time: '19:30' }),
  }),
  'notify only': requestAt(1, {}, { notify_only: true }),
  'for a client': requestAt(
    2,
    {},
    { book_on_behalf: 'Maximiliana Fernández de la Vega-Whitcombe', account_name: 'Desk one' },
  ),
};

/** As many as a Pro plan may have active. */
export const TWENTY_FIVE: readonly Group[] = Array.from({ length: 25 }, (_, index) =>
  requestAt(1 + (index % 4), { watch: aWatch({ checks: 41 * index }) }),
);
