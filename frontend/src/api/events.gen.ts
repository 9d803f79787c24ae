// Made by `npm run contract`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AccountAttention: {
      account_id: number;
      at: string;
      platform: 'resy' | 'opentable';
      reason: string;
      reason_text: string;
      seq: number;
      status: 'connected' | 'needs_reconnect';
      type: 'account.attention';
      username: string;
    };
    Away: { within: number };
    DurableEvent:
      | components['schemas']['ReservationOutcome']
      | components['schemas']['ReservationOpening']
      | components['schemas']['ReservationDeadline']
      | components['schemas']['ReservationNotReady']
      | components['schemas']['ReservationChanged']
      | components['schemas']['WeeklyRuleChanged']
      | components['schemas']['AccountAttention']
      | components['schemas']['UserNotice']
      | components['schemas']['UserChanged']
      | components['schemas']['NotificationsTested'];
    LiveEvent:
      | components['schemas']['WatchTicks']
      | components['schemas']['WatchSeen']
      | components['schemas']['WatchSightings']
      | components['schemas']['SourceChanged'];
    NotificationsTested: { at: string; seq: number; type: 'notifications.tested' };
    Ready: { seq: number };
    ReservationChanged: {
      at: string;
      group_id: number;
      group_status: 'active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled';
      reason: string | null;
      reason_text: string | null;
      seq: number;
      type: 'reservation.changed';
      what:
        | 'filed'
        | 'paused'
        | 'unpaused'
        | 'canceled'
        | 'stopping'
        | 'ended'
        | 'edited'
        | 'continued'
        | 'replaced'
        | 'override_failed'
        | 'resumed'
        | 'canceled_at_platform'
        | 'table_canceled'
        | 'canceling_table'
        | 'cancel_failed'
        | 'old_table_kept';
    };
    ReservationDeadline: {
      at: string;
      cancel_fee_cents: number | null;
      currency?: string | null;
      date: string;
      free_until: string;
      group_id: number;
      party_size: number;
      platform: 'resy' | 'opentable';
      reservation_id: number;
      seating: string;
      seq: number;
      time: string;
      time_zone: string;
      type: 'reservation.deadline';
      venue_name: string;
    };
    ReservationNotReady: {
      at: string;
      date: string;
      group_id: number;
      problems: string[];
      release_at: string;
      seq: number;
      time_zone: string;
      type: 'reservation.not_ready';
      venue_name: string;
    };
    ReservationOpening: {
      at: string;
      date: string;
      group_id: number;
      page: string | null;
      party_size: number;
      platform: 'resy' | 'opentable';
      reservation_id: number;
      seating: string;
      seq: number;
      swap_id?: number | null;
      tables: number;
      time: string;
      time_zone: string;
      type: 'reservation.opening';
      venue_name: string;
    };
    ReservationOutcome: {
      account_name: string;
      at: string;
      attempt_id: number;
      confirmation?: string | null;
      currency?: string | null;
      date: string;
      fee_cents?: number | null;
      group_id: number;
      group_status: 'active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled';
      held_cancel_fee_cents?: number | null;
      kind: 'booked' | 'lost' | 'refused';
      member_status: 'active' | 'paused' | 'confirmed' | 'unsuccessful' | 'canceled';
      party_size: number;
      reason: string | null;
      reason_text: string | null;
      reservation_id: number;
      seating: string;
      seq: number;
      time: string;
      time_zone?: string | null;
      type: 'reservation.outcome';
      venue_name: string;
    };
    Sighting: {
      at: string;
      checks: number | null;
      date: string;
      group_id: number;
      id: number;
      kind: 'seen' | 'passed_over';
      party_size: number | null;
      reason: string | null;
      reason_text: string | null;
      reservation_id: number;
      seating: string;
      tables: number;
      time: string | null;
      time_zone: string;
      venue_name: string;
    };
    SourceChanged: {
      at: string;
      platform: 'resy' | 'opentable';
      reason: string | null;
      reason_text: string | null;
      since: string | null;
      state: 'healthy' | 'slowed' | 'stopped' | 'probing';
      type: 'source.state';
    };
    Tick: {
      attempts: number;
      checks: number;
      group_id: number;
      held_cancel_fee_cents: number | null;
      held_fee_cents: number | null;
      held_time: string | null;
      interval_ms: number;
      last_check_at: string | null;
      next_check_at: string | null;
      reservation_id: number;
      state:
        | 'starting'
        | 'unconfirmed'
        | 'watching'
        | 'booking'
        | 'verifying'
        | 'needs_reconnect'
        | 'backing_off'
        | 'armed'
        | 'releasing'
        | 'switched_off'
        | 'restaurant_closed'
        | 'quarantined'
        | 'held_back'
        | 'table_open';
    };
    UserChanged: { at: string; seq: number; type: 'user.changed'; what: 'plan' | 'email' };
    UserNotice: {
      at: string;
      mandate_id?: number | null;
      seq: number;
      text: string;
      type: 'user.notice';
      what:
        | 'trial_ending'
        | 'payment_failed'
        | 'requests_paused'
        | 'texts_stopped'
        | 'trial_refused'
        | 'webhook_off'
        | 'mqtt_off'
        | 'mandate_drafted';
    };
    WatchSeen: {
      at: string;
      attempt_id: number;
      date: string;
      group_id: number;
      party_size: number;
      reservation_id: number;
      seating: string;
      time: string;
      time_zone: string;
      type: 'watch.seen';
      venue_name: string;
    };
    WatchSightings: { sightings: components['schemas']['Sighting'][]; type: 'watch.sightings' };
    WatchTicks: { at: string; ticks: components['schemas']['Tick'][]; type: 'watch.ticks' };
    WeeklyRuleChanged: {
      at: string;
      rule_id: number;
      seq: number;
      text: string | null;
      type: 'weekly_rule.changed';
      what: 'created' | 'paused' | 'unpaused' | 'ended' | 'filed' | 'refused';
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
