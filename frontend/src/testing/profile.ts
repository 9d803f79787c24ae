/** The mocked API's answers about the user's devices, messages and password. */
import { http, HttpResponse } from 'msw';
import type { User } from '@/api/types';
import type { PersonChanges } from '@/features/profile/schema';
import type { CalendarAddress, KeptTable, Session } from '@/features/profile/queries';
import type { Authorization } from '@/features/oauth/calls';
import type { Passkey } from '@/entities/passkey/passkeys';
import type { Challenge } from '@/entities/passkey/ceremonies';
import type { Mandate } from '@/entities/program/mandates';
import type { ApiKey, KeyForm } from '@/features/profile/keys/calls';
import type { Program } from '@/features/profile/programs/calls';
import type { Broker } from '@/features/profile/home-assistant/calls';
import type { Delivery, Webhook } from '@/features/profile/webhooks/calls';
import { user } from './fixtures';

export const SESSIONS: Session[] = [
  {
    id: '0197a1f0-0000-7000-8000-000000000001',
    device: 'Chrome on Mac',
    created_at: '2026-11-18T09:00:00.000Z',
    last_used_at: '2026-11-20T12:00:00.000Z',
    expires_at: '2026-12-20T12:00:00.000Z',
    current: true,
  },
  {
    id: '0197a1f0-0000-7000-8000-000000000002',
    device: 'Safari on iPhone',
    created_at: '2026-11-12T09:00:00.000Z',
    last_used_at: '2026-11-19T12:00:00.000Z',
    expires_at: '2026-12-19T12:00:00.000Z',
    current: false,
  },
];

export const API_KEYS: ApiKey[] = [
  {
    id: 3,
    name: 'Kitchen display',
    scopes: ['requests:read'],
    created_at: '2026-11-18T09:00:00.000Z',
    expires_at: '2027-02-16T12:00:00.000Z',
    last_used_at: '2026-11-19T12:00:00.000Z',
  },
];

export const PASSKEYS: Passkey[] = [
  { id: 4, name: 'My phone', last_used_at: '2026-11-19T12:00:00.000Z' },
  { id: 3, name: 'Security key', last_used_at: null },
];

/** What the browser signs; without passkeys by default. */
export function aChallenge(changes: Partial<Challenge> = {}): Challenge {
  return { challenge: 'AQID', relying_party: 'localhost', credential_ids: [], ...changes };
}

export const PROGRAMS: Program[] = [
  {
    id: 5,
    name: 'Table Agent',
    domain: 'agent.example',
    scopes: ['requests:read', 'tables:cancel'],
    created_at: '2026-11-18T09:00:00.000Z',
    last_used_at: '2026-11-19T12:00:00.000Z',
  },
];

/** What a program asks for: dinner in December, at two restaurants, for two tables. */
export function aMandate(changes: Partial<Mandate> = {}): Mandate {
  return {
    id: 12,
    state: 'draft',
    program_name: 'Table Agent',
    program_domain: 'agent.example',
    terms: {
      restaurants: [3, 4],
      smallest_party: 2,
      largest_party: 4,
      first_date: '2026-11-27',
      last_date: '2026-12-12',
      earliest_time: '18:00',
      latest_time: '21:30',
      fee_ceiling_cents: 0,
      cancel_fee_ceiling_cents: 5000,
      tables: 2,
      days: 30,
    },
    restaurant_names: ['Petit Quai', 'Osteria Lucciola'],
    currency: 'USD',
    tables_left: 2,
    open_requests: 0,
    created_at: '2026-11-20T09:00:00.000Z',
    lapses_at: '2026-11-21T09:00:00.000Z',
    ends_at: '2026-12-20T18:00:00.000Z',
    digest: '9f86d081',
    ...changes,
  };
}

export const AUTHORIZATION: Authorization = {
  name: 'Table Agent',
  domain: 'agent.example',
  returns_to: 'agent.example',
  scopes: ['requests:read', 'tables:cancel'],
};

export const KEY_TEXT = `thk_${'7Jt1KzRw4u'.repeat(4)}Ee9LpDfGh`;

export const WEBHOOK: Webhook = {
  id: 7,
  label: 'hooks.example.org/…k7Qf',
  events: ['reservation.outcome', 'reservation.changed'],
  is_on: true,
  problem: null,
  created_at: '2026-11-18T09:00:00.000Z',
  rotates_until: null,
};

export const BROKER: Broker = {
  address: 'mqtts://mqtt.example.org',
  username: 'tablehawk',
  has_password: true,
  prefix: 'homeassistant',
  is_on: true,
  is_sending: false,
  sensors: 2,
  sent_at: '2026-11-20T11:58:00.000Z',
  problem: null,
};

export const WEBHOOK_SECRET = `whsec_${'q83vEjRWeJA'.repeat(4)}=`;

export const SENT: Delivery = {
  id: 81,
  message_id: 'msg_0197a1f0c0de70008000000000000001',
  type: 'reservation.outcome',
  state: 'accepted',
  attempts: 1,
  created_at: '2026-11-20T10:00:00.000Z',
  next_at: null,
  status: 204,
  answer: '',
  duration_ms: 112,
  problem: null,
};

export const DELIVERIES: Delivery[] = [
  {
    id: 82,
    message_id: 'msg_0197a1f0c0de70008000000000000002',
    type: 'reservation.changed',
    state: 'given_up',
    attempts: 57,
    created_at: '2026-11-20T11:00:00.000Z',
    next_at: null,
    status: 500,
    answer: '<h1>Internal Server Error</h1>',
    duration_ms: 1204,
    problem: null,
  },
  SENT,
];

export const CALENDAR_URL =
  'https://tablehawk.example/api/calendar/tables.ics?token=12.Ch8sYb3vO0cN2m5Xq7Jt1KzRw4uEe9LpDfGhIjAkBl0';

/** The user's calendar address, without one if `url` is null. */
export function calendarAddress(url: string | null = CALENDAR_URL): CalendarAddress {
  return { url, created_at: url === null ? null : '2026-11-18T15:43:29.452Z' };
}

/** A new address is pending until its link is opened; a new phone is not confirmed. */
function afterSaving({ first_name, last_name, email, phone }: PersonChanges): Partial<User> {
  return {
    ...(first_name == null ? {} : { first_name }),
    ...(last_name == null ? {} : { last_name }),
    ...(email == null ? {} : { pending_email: email }),
    ...(phone == null ? {} : { phone, phone_confirmed: false }),
  };
}

/** Tables that stay booked: one to cancel here, one being canceled, and an old one that only OpenTable can cancel. */
export const KEPT_TABLES: KeptTable[] = [
  {
    phrase: 'Petit Quai on Fri, Nov 27 at 7:15 PM',
    party_size: 2,
    platform: 'resy',
    group_id: 4127,
    canceling: false,
  },
  {
    phrase: 'Osteria Lucciola on Sat, Nov 28 at 8:30 PM',
    party_size: 4,
    platform: 'resy',
    group_id: 4128,
    canceling: true,
  },
  {
    phrase: 'the table that Casa Albariño on Sun, Nov 29 at 6:00 PM replaces',
    party_size: null,
    platform: 'opentable',
    group_id: null,
    canceling: false,
  },
];

export const profileHandlers = [
  http.patch<never, PersonChanges>('/api/users/me/', async ({ request }) =>
    HttpResponse.json(user(afterSaving(await request.json()))),
  ),
  http.post('/api/users/email/resend/', () =>
    HttpResponse.json({ message: 'We sent a link to maya.okafor@example.com.' }),
  ),
  http.post('/api/users/email/confirm/', () =>
    HttpResponse.json({ message: 'maya.okafor@example.com is confirmed.' }),
  ),
  http.post('/api/users/email/revert/', () =>
    HttpResponse.json({
      message:
        'Your email is maya.okafor@example.com again. We signed out every device and sent you a link to set a new password.',
    }),
  ),
  http.post('/api/users/phone/send_code/', () =>
    HttpResponse.json({ message: 'We sent a code to +1 917-555-0142.' }),
  ),
  http.post('/api/users/phone/confirm/', () =>
    HttpResponse.json({ message: 'Your phone number is confirmed.' }),
  ),
  http.delete('/api/users/me/', () => HttpResponse.json({ message: 'Your account is closed.' })),
  http.get('/api/reservations/kept-tables/', () => HttpResponse.json([])),
  http.get('/api/users/sessions/', () => HttpResponse.json(SESSIONS)),
  http.post('/api/users/sessions/revoke-others/', () =>
    HttpResponse.json({ message: 'We signed out 1 other device.' }),
  ),
  http.delete('/api/users/sessions/:id/', () =>
    HttpResponse.json({ message: 'We signed out that device.' }),
  ),
  http.get('/api/keys/', () => HttpResponse.json(API_KEYS)),
  http.post<never, KeyForm>('/api/keys/', async ({ request }) => {
    const { name, scopes } = await request.json();
    return HttpResponse.json(
      { ...API_KEYS[0], id: 4, name, scopes, key: KEY_TEXT },
      { status: 201 },
    );
  }),
  http.delete('/api/keys/:id/', () => HttpResponse.json({ message: 'That key no longer works.' })),
  http.get('/api/passkeys/', () => HttpResponse.json([])),
  http.post('/api/passkeys/challenge/', () => HttpResponse.json(aChallenge())),
  http.post('/api/passkeys/', () => HttpResponse.json(PASSKEYS[0], { status: 201 })),
  http.delete('/api/passkeys/:id/', () =>
    HttpResponse.json({ message: 'That passkey is removed.' }),
  ),
  http.get('/api/oauth/authorization/', () => HttpResponse.json(AUTHORIZATION)),
  http.get('/api/oauth/programs/', () => HttpResponse.json(PROGRAMS)),
  http.delete('/api/oauth/programs/:id/', () =>
    HttpResponse.json({ message: 'That program no longer has access.' }),
  ),
  http.get('/api/mqtt/', () => HttpResponse.json({ broker: null })),
  http.get('/api/mandates/', () => HttpResponse.json([])),
  http.get('/api/mandates/:id/', () => HttpResponse.json(aMandate())),
  http.get('/api/mandates/:id/challenge/', () => HttpResponse.json(aChallenge())),
  http.post('/api/mandates/:id/approve/', () => HttpResponse.json(aMandate({ state: 'approved' }))),
  http.post('/api/mandates/:id/decline/', () => HttpResponse.json(aMandate({ state: 'declined' }))),
  http.delete('/api/mandates/:id/', () =>
    HttpResponse.json({
      message: 'That approval has ended, and so have its open requests.',
    }),
  ),
  http.get('/api/webhooks/', () => HttpResponse.json([])),
  http.get('/api/webhooks/:id/deliveries/', () =>
    HttpResponse.json({ deliveries: DELIVERIES, more: false }),
  ),
  http.post('/api/webhooks/', () =>
    HttpResponse.json({ ...WEBHOOK, secret: WEBHOOK_SECRET }, { status: 201 }),
  ),
  http.post('/api/webhooks/:id/secret/', () =>
    HttpResponse.json({
      ...WEBHOOK,
      rotates_until: '2026-11-21T12:00:00.000Z',
      secret: WEBHOOK_SECRET,
    }),
  ),
  http.get('/api/calendar/', () => HttpResponse.json(calendarAddress(null))),
  http.post('/api/calendar/', () => HttpResponse.json(calendarAddress())),
  http.post('/api/calendar/renew/', () => HttpResponse.json(calendarAddress(`${CALENDAR_URL}2`))),
  http.delete('/api/calendar/', () => HttpResponse.json(calendarAddress(null))),
  http.get('/api/users/notifications/', () =>
    HttpResponse.json({ email_notifications: true, phone_notifications: false }),
  ),
  http.patch('/api/users/notifications/', async ({ request }) =>
    HttpResponse.json({
      email_notifications: true,
      phone_notifications: false,
      ...((await request.json()) as object),
    }),
  ),
  http.post('/api/users/change_password/', () =>
    HttpResponse.json({ message: 'Password changed successfully' }),
  ),
  http.post('/api/users/verify_reset_password/', () =>
    HttpResponse.json({ message: 'Password reset successfully' }),
  ),
];
