/**
 * What the server sends over the socket. Durable events are numbered for each user and replayed; live ones
 * are hints about the moment and may be missed.
 */

export type OutcomeEvent = {
  seq: number;
  type: 'reservation.outcome';
  at: string;
  group_id: number;
  reservation_id: number;
  attempt_id: number;
  kind: 'booked' | 'lost' | 'refused';
  group_status: string;
  member_status: string;
  venue_name: string;
  date: string;
  time: string;
  party_size: number;
  seating: string | null;
  reason: string;
  reason_text: string;
  account_name: string;
};

export type ChangedEvent = {
  seq: number;
  type: 'reservation.changed';
  at: string;
  group_id: number;
  group_status: string;
  what: 'filed' | 'paused' | 'unpaused' | 'canceled' | 'stopping' | 'ended' | 'edited';
  reason: string;
  reason_text: string;
};

export type AttentionEvent = {
  seq: number;
  type: 'account.attention';
  at: string;
  account_id: number;
  platform: 'resy' | 'opentable';
  username: string;
  status: string;
  reason_text: string;
};

export type DurableEvent = OutcomeEvent | ChangedEvent | AttentionEvent;

export type WatchTick = {
  group_id: number;
  reservation_id: number;
  state: string;
  checks: number;
  attempts: number;
  last_check_at: string | null;
  next_check_at: string | null;
  interval_ms: number;
};

export type TicksEvent = { type: 'watch.ticks'; at: string; ticks: WatchTick[] };

export type SeenEvent = {
  type: 'watch.seen';
  at: string;
  group_id: number;
  reservation_id: number;
  attempt_id: number;
  venue_name: string;
  time: string;
  seating: string | null;
  party_size: number;
};

export type LiveEvent = TicksEvent | SeenEvent;
export type Ready = { seq: number };
