/** Groups, reservations and timeline entries for tests: each call takes only what the test is about. */
import type {
  Booked,
  Group,
  GroupPage,
  GroupVenue,
  Member,
  Seen,
  Source,
  TimelineEntry,
  Watch,
} from '../api/reservation-types';
import { groupStatus } from '@/entities/request/group-state';

export function aVenue(fields: Partial<GroupVenue> = {}): GroupVenue {
  return {
    id: 7,
    venue_id: 7007,
    venue_name: 'Osteria Lucciola',
    address1: '118 Perry Street',
    neighborhood: 'West Village',
    locality: 'New York',
    time_zone: 'America/New_York',
    currency: 'USD',
    reservation_source: 'resy',
    cover_image_url: null,
    cover_art: { seed: 7007, cuisine: 'trattoria' },
    table_type: '',
    table_types: [fields.table_type ?? ''],
    ...fields,
  };
}

export function aWatch(fields: Partial<Watch> = {}): Watch {
  return {
    state: 'watching',
    checks: 1204,
    attempts: 0,
    last_check_at: '2026-11-20T19:04:09.000Z',
    next_check_at: '2026-11-20T19:04:19.000Z',
    interval_ms: 10_000,
    held_cancel_fee_cents: null,
    held_fee_cents: null,
    held_time: null,
    ...fields,
  };
}

export function aSeen(fields: Partial<Seen> = {}): Seen {
  return {
    tables: 0,
    attempts: 0,
    time: null,
    seating: '',
    held_fee_cents: null,
    held_cancel_fee_cents: null,
    ...fields,
  };
}

export function aMember(fields: Partial<Member> = {}): Member {
  return {
    id: 51,
    venue: 7,
    venue_name: 'Osteria Lucciola',
    date: '2026-11-28',
    status: 'active',
    reason: null,
    reason_text: null,
    table_type: '',
    booked: null,
    page: null,
    watch: aWatch(),
    seen: null,
    shared: false,
    ...fields,
  };
}

export function aBooking(fields: Partial<Booked> = {}): Booked {
  return {
    confirmation: '740000029',
    canceling: false,
    time: '19:15',
    seating: 'Bar',
    party_size: 2,
    at: '2026-11-20T19:04:13.000Z',
    account_name: 'Maya Okafor',
    platform: 'resy',
    free_until: '2026-11-28T00:15:00.000Z',
    cancel_fee_cents: 5000,
    can_improve: false,
    deposit_cents: 0,
    currency: 'USD',
    ...fields,
  };
}

/** The group's status follows from its members, as on the server, unless given. */
export function aGroup(fields: Partial<Group> = {}): Group {
  const members = fields.members ?? [aMember()];
  const { start_time = '18:30', end_time = '20:30' } = fields;
  return {
    group_id: 4127,
    number: '04127',
    snipe_type: 'cancel',
    status: groupStatus(members),
    party_size: 2,
    start_time,
    end_time,
    time_windows: [{ start_time, end_time }],
    dates: [...new Set(members.map((member) => member.date))],
    dates_by_choice: fields.dates ?? [...new Set(members.map((member) => member.date))],
    venues: [aVenue()],
    final_snipe_date: null,
    override_reservations: false,
    notify_only: false,
    one_table: false,
    continue_as_cancel: false,
    note_to_restaurant: '',
    missed_release_at: null,
    swap: null,
    swap_table: null,
    release_date: null,
    release_time: null,
    release_at: null,
    cancel_fee_ceiling_cents: 0,
    fee_ceiling_cents: 0,
    client: null,
    book_on_behalf: null,
    account_name: 'Maya Okafor',
    resy_card: null,
    chosen_cards: {},
    opentable_card: null,
    created_date: '2026-11-19T15:20:02.000Z',
    status_since: '2026-11-19T15:20:02.000Z',
    stopping: false,
    ...fields,
    members,
  };
}

function aSource(platform: Source['platform'], fields: Partial<Source> = {}): Source {
  return { platform, state: 'healthy', reason: null, reason_text: null, since: null, ...fields };
}

export function aPage(groups: Group[], fields: Partial<GroupPage> = {}): GroupPage {
  const of = (status: Group['status']) => groups.filter((group) => group.status === status).length;
  return {
    groups,
    counts: {
      all: groups.length,
      active: of('active'),
      paused: of('paused'),
      confirmed: of('confirmed'),
      unsuccessful: of('unsuccessful'),
      canceled: of('canceled'),
    },
    page: 1,
    pages: 1,
    count: groups.length,
    seq: 0,
    warnings: [],
    sources: [aSource('resy'), aSource('opentable')],
    ...fields,
  };
}

let lastEntry = 0;

export function anEntry(fields: Partial<TimelineEntry> = {}): TimelineEntry {
  lastEntry += 1;
  return {
    id: lastEntry,
    reservation_id: 51,
    venue_name: 'Osteria Lucciola',
    time_zone: 'America/New_York',
    date: '2026-11-28',
    at: '2026-11-20T19:04:12.000Z',
    kind: 'seen',
    reason: null,
    reason_text: null,
    time: null,
    seating: '',
    party_size: null,
    duration_ms: null,
    checks: null,
    tables: null,
    held_cancel_fee_cents: null,
    fee_cents: null,
    currency: 'USD',
    over: null,
    ...fields,
  };
}
