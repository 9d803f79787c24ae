/**
 * What the server sends over the socket, after `realtime/events.py`. Durable events are numbered densely for
 * each user and replayed until the browser has them; live ones are hints about the moment and may be missed.
 */
import type { ReservationSource } from '@/api/types';
import type { GroupStatus, WatchState } from '@/api/reservation-types';

export type OutcomeEvent = {
  seq: number;
  type: 'reservation.outcome';
  at: string;
  group_id: number;
  reservation_id: number;
  attempt_id: number;
  kind: 'booked' | 'lost' | 'refused';
  group_status: GroupStatus;
  member_status: GroupStatus;
  venue_name: string;
  date: string;
  time: string;
  party_size: number;
  seating: string;
  reason: string | null;
  reason_text: string | null;
  account_name: string;
};

export type ChangedEvent = {
  seq: number;
  type: 'reservation.changed';
  at: string;
  group_id: number;
  group_status: GroupStatus;
  what: 'filed' | 'paused' | 'unpaused' | 'canceled' | 'stopping' | 'ended' | 'edited';
  reason: string | null;
  reason_text: string | null;
};

export type AttentionEvent = {
  seq: number;
  type: 'account.attention';
  at: string;
  account_id: number;
  platform: ReservationSource;
  username: string;
  reason_text: string;
};

export type DurableEvent = OutcomeEvent | ChangedEvent | AttentionEvent;

export type WatchTick = {
  group_id: number;
  reservation_id: number;
  state: WatchState;
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
  seating: string;
  party_size: number;
};

export type LiveEvent = TicksEvent | SeenEvent;

/** The replay is over: the browser has every durable event up to `seq`. */
export type Ready = { seq: number };
