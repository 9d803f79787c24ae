/** The mocked API's notifications: two days with every kind, three of them unread. */
import { http, HttpResponse } from 'msw';
import type { OutcomeEvent } from '@/api/reservation-types';
import type { NotificationPage } from '@/features/notifications/queries';
import { LONG_NAME } from './fixtures';

export function anOutcome(fields: Partial<OutcomeEvent> = {}): OutcomeEvent {
  return {
    seq: 1,
    type: 'reservation.outcome',
    at: '2026-11-20T18:46:02.000Z',
    group_id: 4127,
    reservation_id: 51,
    attempt_id: 3,
    kind: 'booked',
    group_status: 'confirmed',
    member_status: 'confirmed',
    venue_name: 'Petit Quai',
    time_zone: 'America/New_York',
    date: '2026-11-28',
    time: '19:15',
    party_size: 2,
    seating: 'Bar',
    reason: null,
    reason_text: null,
    account_name: 'Maya Okafor',
    ...fields,
  };
}

const EVENTS: NotificationPage['events'] = [
  anOutcome({ seq: 18 }),
  {
    seq: 17,
    type: 'account.attention',
    at: '2026-11-20T17:02:40.000Z',
    account_id: 1,
    platform: 'resy',
    username: 'maya.okafor@example.com',
    status: 'needs_reconnect',
    reason: 'needs_reconnect',
    reason_text: 'Your Resy login expired. Reconnect to resume.',
  },
  anOutcome({
    seq: 15,
    at: '2026-11-20T15:31:48.000Z',
    kind: 'lost',
    group_status: 'active',
    member_status: 'active',
    venue_name: LONG_NAME,
    reason: 'taken',
  }),
  {
    seq: 12,
    type: 'reservation.changed',
    at: '2026-11-19T20:30:00.000Z',
    group_id: 4052,
    group_status: 'unsuccessful',
    what: 'ended',
    reason: 'window_over',
    reason_text: 'No table opened in time.',
  },
  {
    seq: 9,
    type: 'user.notice',
    at: '2026-11-17T14:00:00.000Z',
    what: 'trial_ending',
    text: 'Your free trial ends on November 24, 2026. Then Pro costs $50.00 a month.',
  },
];

export function notificationPage(fields: Partial<NotificationPage> = {}): NotificationPage {
  return {
    events: EVENTS,
    groups: [{ group_id: 4052, venue_names: ['Hendrik & Daughters Chophouse'] }],
    more: false,
    seen: 12,
    unseen: 3,
    last_seq: 18,
    ...fields,
  };
}

export const notificationHandlers = [
  http.get('/api/notices/', () => HttpResponse.json(notificationPage())),
  http.patch<never, { seen: number }>('/api/notices/', async ({ request }) => {
    const { seen } = await request.json();
    return HttpResponse.json({ seen, unseen: 0, last_seq: Math.max(18, seen) });
  }),
];
