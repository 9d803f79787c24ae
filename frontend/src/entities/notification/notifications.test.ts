import { describe, expect, test } from 'vitest';
import type {
  ChangedEvent,
  DeadlineEvent,
  NotReadyEvent,
  SeenEvent,
} from '@/api/reservation-types';
import { anOutcome } from '@/testing/notifications';
import { aGroup, aVenue } from '@/testing/reservation-fixtures';
import { announcementOf, notificationsOf } from './notifications';

function changed(fields: Partial<ChangedEvent> = {}): ChangedEvent {
  return {
    seq: 1,
    type: 'reservation.changed',
    at: '2026-11-20T19:04:13.000Z',
    group_id: 4127,
    group_status: 'unsuccessful',
    what: 'ended',
    reason: 'window_over',
    reason_text: 'No table opened in time.',
    ...fields,
  };
}

const lost = { kind: 'lost', member_status: 'active', group_status: 'active' } as const;
const known = () => aGroup();
const unknown = () => undefined;

describe('the end of a free cancellation', () => {
  const deadline: DeadlineEvent = {
    seq: 1,
    type: 'reservation.deadline',
    at: '2026-11-26T21:15:00.000Z',
    group_id: 4127,
    reservation_id: 1,
    venue_name: 'Petit Quai',
    time_zone: 'America/New_York',
    date: '2026-11-28',
    time: '19:15',
    party_size: 2,
    seating: 'Bar',
    platform: 'resy',
    free_until: '2026-11-28T00:15:00.000Z',
    cancel_fee_cents: 5000,
  };

  test.each([
    [5000, ' After that it costs $50.'],
    [0, ''],
    [null, ''],
  ])('names deadline, table and fee: %s', (cancel_fee_cents, after) => {
    expect(notificationsOf([{ ...deadline, cancel_fee_cents }], known)).toEqual([
      {
        title: 'Free to cancel until Fri, Nov 27, 7:15 PM in New York',
        text: `Petit Quai, Sat, Nov 28, 7:15 PM in New York for 2 · Bar.${after}`,
        tone: 'seen',
        icon: 'fee',
        target: { to: 'group', groupId: 4127 },
      },
    ]);
  });

  test('on the day of a clock change it is the clock of that instant', () => {
    const free_until = '2026-11-01T06:30:00.000Z';
    const [content] = notificationsOf([{ ...deadline, free_until }], known);
    expect(content?.title).toBe('Free to cancel until Sun, Nov 1, 1:30 AM in New York');
  });
});

test('a request that is not ready names the release and the first problem', () => {
  const notReady: NotReadyEvent = {
    seq: 1,
    type: 'reservation.not_ready',
    at: '2026-11-27T14:30:00.000Z',
    group_id: 4127,
    venue_name: 'Petit Quai',
    time_zone: 'America/New_York',
    date: '2026-12-11',
    release_at: '2026-11-27T15:00:00.000Z',
    problems: ['Your Resy login expired.', 'No card is on file at Resy.'],
  };
  expect(notificationsOf([notReady], known)).toEqual([
    {
      title: 'Not ready for 10:00 AM in New York: Petit Quai',
      text: 'Your Resy login expired. 1 more.',
      tone: 'unsuccessful',
      icon: 'unavailable',
      target: { to: 'group', groupId: 4127 },
    },
  ]);
});

describe('one outcome', () => {
  test.each([
    [
      anOutcome(),
      'Booked: Petit Quai',
      'Sat, Nov 28, 7:15 PM in New York for 2 · Bar. In the account of Maya Okafor.',
      'confirmed',
      null,
    ],
    [
      anOutcome({ ...lost, reason: 'taken' }),
      'Lost to another diner at Petit Quai',
      'Sat, Nov 28, 7:15 PM in New York for 2 · Bar. We keep watching.',
      'watching',
      'watching',
    ],
    [
      anOutcome({ ...lost, reason: 'slot_gone', seating: '' }),
      'The table was gone at Petit Quai',
      'Sat, Nov 28, 7:15 PM in New York for 2. We keep watching.',
      'watching',
      'watching',
    ],
    [
      anOutcome({
        ...lost,
        kind: 'refused',
        reason: 'captcha',
        reason_text: 'Resy asks for a human check there.',
      }),
      'Not booked: Petit Quai',
      'Resy asks for a human check there. We keep watching.',
      'unsuccessful',
      'unavailable',
    ],
    [
      anOutcome({ ...lost, kind: 'refused', reason: 'held_back_fee', fee_cents: 5000 }),
      'Held back: $50 now',
      "Petit Quai, Sat, Nov 28, 7:15 PM in New York for 2 · Bar. That's above your limit. We keep watching.",
      'seen',
      'fee',
    ],
    [
      anOutcome({ kind: 'refused', member_status: 'paused', reason_text: null }),
      'Not booked: Petit Quai',
      '',
      'unsuccessful',
      'unavailable',
    ],
  ] as const)('%#: %s', (event, title, text, tone, icon) => {
    expect(notificationsOf([event], known)).toEqual([
      {
        title,
        text,
        tone,
        ...(icon === null ? {} : { icon }),
        target: { to: 'group', groupId: 4127 },
      },
    ]);
  });
});

describe('an end without a table', () => {
  test('names the restaurants when they are known', () => {
    expect(notificationsOf([changed()], known)).toMatchObject([
      { title: 'Not booked: Osteria Lucciola', text: 'No table opened in time.' },
    ]);
  });

  test('is a notification without the names as well', () => {
    expect(notificationsOf([changed()], unknown)).toMatchObject([{ title: 'A request ended' }]);
  });
});

test.each(['filed', 'paused', 'unpaused', 'canceled', 'stopping', 'edited'] as const)(
  'an action of the user (%s) is no notification',
  (what) => {
    expect(notificationsOf([changed({ what, group_status: 'paused' })], known)).toEqual([]);
  },
);

describe('many outcomes in one batch', () => {
  test('three are three notifications', () => {
    expect(notificationsOf([anOutcome(), anOutcome(), anOutcome()], known)).toHaveLength(3);
  });

  test('four are one summary with a count for each kind', () => {
    const events = [
      anOutcome(),
      anOutcome(lost),
      anOutcome({ ...lost, kind: 'refused' }),
      changed(),
    ];
    expect(notificationsOf(events, known)).toEqual([
      {
        title: '4 of your requests have news',
        text: '1 booked, 1 lost, 1 refused, 1 ended without a table.',
        tone: 'confirmed',
        target: { to: 'list' },
      },
    ]);
  });

  test('an account that needs its owner is never part of a summary', () => {
    const attention = {
      seq: 5,
      type: 'account.attention' as const,
      at: '2026-11-20T19:04:13.000Z',
      account_id: 1,
      platform: 'resy' as const,
      username: 'maya',
      status: 'needs_reconnect' as const,
      reason: 'needs_reconnect',
      reason_text: 'Your Resy login has expired.',
    };
    const events = [...Array.from({ length: 9 }, () => anOutcome(lost)), attention];
    expect(notificationsOf(events, known).map((news) => news.title)).toEqual([
      '9 of your requests have news',
      'Resy needs you',
    ]);
  });
});

describe('a notice about the plan or about messages', () => {
  test.each([
    ['trial_ending', 'Your trial ends soon', 'subscription', 'card'],
    ['payment_failed', 'A payment failed', 'subscription', 'card'],
    ['requests_paused', 'Requests paused', 'list', 'paused'],
    ['texts_stopped', 'Text messages are off', 'list', 'code'],
    ['webhook_off', 'A webhook is off', 'webhooks', 'code'],
    ['mqtt_off', 'Your MQTT broker is off', 'channels', 'code'],
  ] as const)(
    '%s has the title "%s", the server’s text and a link to the %s',
    (what, title, to, icon) => {
      const notice = { seq: 6, type: 'user.notice' as const, at: '2026-11-20T19:04:13.000Z', what };
      expect(notificationsOf([{ ...notice, text: 'What to do.' }], unknown)).toEqual([
        { title, text: 'What to do.', tone: 'seen', icon, target: { to } },
      ]);
    },
  );
});

test('a program that asks for a standing approval leads to its page', () => {
  const notice = {
    seq: 6,
    type: 'user.notice' as const,
    at: '2026-11-20T19:04:13.000Z',
    what: 'mandate_drafted' as const,
    text: 'Table Agent asks.',
    mandate_id: 12,
  };
  expect(notificationsOf([notice], unknown)).toEqual([
    {
      title: 'A program asks to book for you',
      text: 'Table Agent asks.',
      tone: 'seen',
      icon: 'code',
      target: { to: 'mandate', mandateId: 12 },
    },
  ]);
});

test('only a refusal of a weekly rule notifies', () => {
  const event = (what: 'filed' | 'refused' | 'ended', text: string | null) => ({
    seq: 1,
    type: 'weekly_rule.changed' as const,
    at: '2026-11-20T19:04:13.000Z',
    rule_id: 3,
    what,
    text,
  });
  const text = "Petit Quai: Your Resy account isn't connected.";
  const events = [event('filed', null), event('refused', text), event('ended', null)];
  expect(notificationsOf(events, () => undefined)).toEqual([
    {
      title: 'Weekly request not filed',
      text,
      tone: 'seen',
      icon: 'stopping',
      target: { to: 'list' },
    },
  ]);
});

describe('an override', () => {
  test.each([
    ['replaced', 'Replaced: Petit Quai', 'seen'],
    ['override_failed', 'Table given up: Petit Quai', 'unsuccessful'],
    ['canceled_at_platform', 'Table canceled: Petit Quai', 'unsuccessful'],
    ['old_table_kept', 'Old table not canceled: Petit Quai', 'unsuccessful'],
    ['resumed', 'Watching again: Petit Quai', 'unsuccessful'],
    ['continued', 'Release missed: Petit Quai', 'seen'],
  ] as const)('%s notifies the user who held the old table', (what, title, tone) => {
    const event = {
      seq: 6,
      type: 'reservation.changed' as const,
      at: '2026-11-20T19:04:13.000Z',
      group_id: 4127,
      group_status: 'canceled' as const,
      what,
      reason: 'replaced',
      reason_text: 'Replaced by a better table you asked for.',
    };
    const events = [...Array.from({ length: 9 }, () => anOutcome(lost)), event];
    const find = () => aGroup({ venues: [aVenue({ venue_name: 'Petit Quai' })] });
    expect(notificationsOf(events, find).slice(1)).toEqual([
      {
        title,
        text: 'Replaced by a better table you asked for.',
        tone,
        target: { to: 'group', groupId: 4127 },
      },
    ]);
  });
});

test.each([
  ['canceled_by_link', 1],
  ['table_canceled_by_you', 0],
])('tells the owner of a canceled table with the reason %s in %i toasts', (reason, toasts) => {
  const event = {
    seq: 6,
    type: 'reservation.changed' as const,
    at: '2026-11-20T19:04:13.000Z',
    group_id: 4127,
    group_status: 'canceled' as const,
    what: 'table_canceled' as const,
    reason,
    reason_text: 'Canceled from the link in your mail.',
  };
  expect(notificationsOf([event], () => aGroup({}))).toHaveLength(toasts);
});

describe('the announcement to screen readers', () => {
  const seen: SeenEvent = {
    type: 'watch.seen',
    at: '2026-11-20T19:04:12.000Z',
    group_id: 4127,
    reservation_id: 51,
    attempt_id: 3,
    venue_name: 'Petit Quai',
    time_zone: 'America/New_York',
    date: '2026-11-28',
    time: '19:15',
    seating: 'Bar',
    party_size: 2,
  };

  test('is the newest sighting', () => {
    expect(announcementOf([seen, { ...seen, venue_name: 'Vesper' }])).toBe(
      'Table seen at Vesper, 7:15 PM in New York for 2 · Bar. Booking it now.',
    );
  });

  test('does not mention ticks', () => {
    expect(announcementOf([{ type: 'watch.ticks', at: '', ticks: [] }])).toBeNull();
  });
});
