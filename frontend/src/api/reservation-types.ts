/**
 * The shapes of the reservation calls, after the contract's "API shapes". Like `types.ts`, they are written
 * by hand only until `npm run contract` makes them from the server's own OpenAPI document.
 */
import type { CoverArt, ReservationSource } from './types';

export type SnipeType = 'cancel' | 'release';
export type GroupStatus = 'active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled';
export type WatchState =
  'starting' | 'watching' | 'booking' | 'verifying' | 'needs_reconnect' | 'backing_off';

export type GroupVenue = {
  id: number;
  venue_id: number;
  venue_name: string;
  neighborhood: string;
  locality: string;
  reservation_source: ReservationSource;
  cover_image_url: string | null;
  cover_art: CoverArt | null;
  table_type: string | null;
};

export type Booked = {
  time: string;
  seating: string | null;
  party_size: number;
  /** The instant of the booking. */
  at: string;
  account_name: string;
  platform: ReservationSource;
};

/** The latest word on one request: a hint for the screen, renewed by live ticks. */
export type Watch = {
  state: WatchState;
  checks: number;
  attempts: number;
  last_check_at: string | null;
  next_check_at: string | null;
  interval_ms: number;
};

/** One request: one venue on one date. */
export type Member = {
  id: number;
  venue: number;
  venue_name: string;
  date: string;
  status: GroupStatus;
  reason: string;
  reason_text: string;
  table_type: string | null;
  booked: Booked | null;
  watch: Watch | null;
};

/** One submission. */
export type Group = {
  group_id: number;
  /** What the ticket shows as its number. */
  number: string;
  snipe_type: SnipeType;
  status: GroupStatus;
  party_size: number;
  start_time: string;
  end_time: string;
  dates: string[];
  venues: GroupVenue[];
  final_snipe_date: string | null;
  override_reservations: boolean;
  release_date: string | null;
  release_time: string | null;
  book_on_behalf: string | null;
  account_name: string;
  created_date: string;
  /** A stop waits for a booking call that is in flight. */
  stopping: boolean;
  members: Member[];
};

export type GroupCounts = Record<'all' | GroupStatus, number>;
export type ListWarning = { code: string; message: string; group_ids: number[] };

export type GroupPage = {
  groups: Group[];
  counts: GroupCounts;
  page: number;
  pages: number;
  count: number;
  /** The user's last durable event when the page was read. */
  seq: number;
  warnings: ListWarning[];
};

/** The answer to pause, unpause and delete; `code` is there when the truth is not simply "done". */
export type GroupAnswer = { message: string; code?: string; group: Group };

export type TimelineKind =
  | 'filed'
  | 'watching'
  | 'seen'
  | 'booking'
  | 'lost'
  | 'refused'
  | 'unknown'
  | 'verifying'
  | 'booked'
  | 'paused'
  | 'unpaused'
  | 'stopping'
  | 'canceled'
  | 'ended'
  | 'needs_reconnect'
  | 'reconnected'
  | 'passed_over';

export type TimelineEntry = {
  id: number;
  reservation_id: number;
  venue_name: string;
  date: string;
  at: string;
  kind: TimelineKind;
  reason: string;
  reason_text: string;
  time: string | null;
  seating: string | null;
  party_size: number | null;
  duration_ms: number | null;
  /** How often the request had been checked when the line was written. */
  checks: number | null;
};

export type Timeline = {
  group_id: number;
  /** Newest first. */
  entries: TimelineEntry[];
  totals: { checks: number; seen: number; attempts: number; lost: number; booked: number };
};

export type ReservationCounts = {
  active_reservations: number;
  total_reservations: number;
  limit: number | null;
};

export type ExistingRestaurant = {
  venue: number;
  venue_name: string;
  why: 'active_task' | 'booking';
  dates: string[];
};

export type ReservationBody = {
  reservation: {
    snipe_type: SnipeType;
    venues: { id: number; table_type?: string }[];
    party_size: number | null;
    dates: string[];
    start_time: string | null;
    end_time: string | null;
    final_snipe_date?: string;
    override_reservations: boolean;
  };
  clientDetails: null;
  selectedResyAccount: number | null;
  selectedOpenTableAccount: number | null;
};

type Json<Body> = { content: { 'application/json': Body } };
type GroupPath = { parameters: { path: { group_id: number } } };
type GroupAction = {
  post: GroupPath & { responses: { 200: Json<GroupAnswer>; 202: Json<GroupAnswer> } };
};

/** The paths in the form openapi-fetch reads; part of `Paths` in `types.ts`. */
export type ReservationPaths = {
  '/api/reservations/': {
    get: {
      parameters: { query?: { status?: string; search?: string; page?: number } };
      responses: { 200: Json<GroupPage> };
    };
    post: {
      requestBody: Json<ReservationBody>;
      responses: { 201: Json<{ message: string; group: Group }> };
    };
  };
  '/api/reservations/{group_id}/': {
    get: GroupPath & { responses: { 200: Json<Group> } };
    delete: GroupPath & { responses: { 200: Json<GroupAnswer>; 202: Json<GroupAnswer> } };
  };
  '/api/reservations/{group_id}/pause/': GroupAction;
  '/api/reservations/{group_id}/unpause/': GroupAction;
  '/api/reservations/{group_id}/timeline/': {
    get: GroupPath & { responses: { 200: Json<Timeline> } };
  };
  '/api/reservations/counts/': { get: { responses: { 200: Json<ReservationCounts> } } };
  '/api/reservations/existing-restaurants/': {
    get: { responses: { 200: Json<{ existing_restaurants: ExistingRestaurant[] }> } };
  };
};
