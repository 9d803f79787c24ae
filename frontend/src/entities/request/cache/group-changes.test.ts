import { describe, expect, test } from 'vitest';
import type { OutcomeEvent, SeenEvent, WatchTick } from '@/api/reservation-types';
import { anOutcome } from '@/testing/notifications';
import { aGroup, aMember, aPage, aVenue, aWatch } from '@/testing/reservation-fixtures';
import {
  changeGroups,
  composeChanges,
  withAction,
  withOutcome,
  withSeen,
  withTick,
} from './group-changes';

const tick: WatchTick = {
  group_id: 4127,
  reservation_id: 51,
  state: 'watching',
  checks: 1300,
  attempts: 1,
  last_check_at: '2026-11-20T19:05:00.000Z',
  next_check_at: null,
  interval_ms: 1000,
  held_cancel_fee_cents: null,
  held_fee_cents: null,
  held_time: null,
};
const seen: SeenEvent = {
  type: 'watch.seen',
  at: '2026-11-20T19:04:12.000Z',
  group_id: 4127,
  reservation_id: 51,
  attempt_id: 3,
  venue_name: 'Osteria Lucciola',
  time_zone: 'America/New_York',
  date: '2026-11-28',
  time: '19:15',
  seating: 'Bar',
  party_size: 2,
};
const booked = anOutcome({
  seq: 12,
  at: '2026-11-20T19:04:13.000Z',
  venue_name: 'Osteria Lucciola',
});
const lost: OutcomeEvent = {
  ...booked,
  kind: 'lost',
  group_status: 'active',
  member_status: 'active',
  reason: 'taken',
  reason_text: 'Lost to another diner.',
};

describe('a tick', () => {
  test('updates only the watch of its reservation', () => {
    const other = aMember({ id: 52 });
    const group = aGroup({ members: [aMember(), other] });
    const after = withTick(tick)(group);
    expect(after.members[0]?.watch).toMatchObject({ checks: 1300, state: 'watching' });
    expect(after.members[1]).toBe(other);
  });

  test.each([
    ['of a paused request', aGroup({ members: [aMember({ status: 'paused' })] })],
    ['of a booked request', aGroup({ members: [aMember({ status: 'confirmed' })] })],
    [
      'that was overtaken',
      aGroup({
        members: [aMember({ watch: aWatch({ last_check_at: '2026-11-20T19:05:01.000Z' }) })],
      }),
    ],
    ['of another request', aGroup({ members: [aMember({ id: 99 })] })],
  ])('%s changes nothing', (_, group) => {
    expect(withTick(tick)(group)).toBe(group);
  });
});

test('a seen table changes its reservation to booking, also before the first tick', () => {
  const group = aGroup({ members: [aMember({ watch: null })] });
  expect(withSeen(seen)(group).members[0]?.watch?.state).toBe('booking');
});

describe('an outcome', () => {
  test('booked adds the booked table', () => {
    const after = withOutcome(booked)(aGroup());
    expect(after.status).toBe('confirmed');
    expect(after.members[0]).toMatchObject({
      status: 'confirmed',
      watch: null,
      booked: { time: '19:15', seating: 'Bar', party_size: 2, at: booked.at, platform: 'resy' },
    });
  });

  test('booked ends the group’s other reservations of that day only', () => {
    const members = [
      aMember({ id: 51 }),
      aMember({ id: 52, venue: 8 }),
      aMember({ id: 53, venue: 8, status: 'paused' }),
      aMember({ id: 54, date: '2026-11-29' }),
    ];
    const group = aGroup({ members, venues: [aVenue(), aVenue({ id: 8 })] });
    const after = withOutcome({ ...booked, group_status: 'active' })(group);
    expect(after.members.map((member) => member.status)).toEqual([
      'confirmed',
      'canceled',
      'canceled',
      'active',
    ]);
    expect(after.members[1]?.reason_text).toBe('We booked another table of this request.');
    expect(after.status).toBe('active');
  });

  test('booked ends all other reservations of a group for one table in all', () => {
    const members = [aMember({ id: 51 }), aMember({ id: 54, date: '2026-11-29' })];
    const after = withOutcome(booked)(aGroup({ one_table: true, members }));
    expect(after.members.map((member) => member.status)).toEqual(['confirmed', 'canceled']);
  });

  test('lost returns to watching with the reason', () => {
    const group = aGroup({ members: [aMember({ watch: aWatch({ state: 'booking' }) })] });
    const [member] = withOutcome(lost)(group).members;
    expect(member).toMatchObject({ status: 'active', reason_text: 'Lost to another diner.' });
    expect(member?.watch?.state).toBe('watching');
  });

  test('ends a stop that waited for it', () => {
    expect(withOutcome(booked)(aGroup({ stopping: true })).stopping).toBe(false);
  });
});

describe('an action before the server’s answer', () => {
  const members = [
    aMember({ id: 1 }),
    aMember({ id: 2, status: 'paused' }),
    aMember({ id: 3, status: 'confirmed' }),
  ];

  test.each([
    ['pause', ['paused', 'paused', 'confirmed'], 'paused'],
    ['unpause', ['active', 'active', 'confirmed'], 'active'],
    ['delete', ['canceled', 'canceled', 'confirmed'], 'confirmed'],
  ] as const)('%s', (action, statuses, status) => {
    const after = withAction(action)(aGroup({ members }));
    expect(after.members.map((member) => member.status)).toEqual(statuses);
    expect(after.status).toBe(status);
  });
});

describe('a page', () => {
  const page = aPage([aGroup(), aGroup({ group_id: 9 })]);

  test('keeps its order and adjusts the counts to the status', () => {
    const after = changeGroups(page, new Map([[4127, withOutcome(booked)]]));
    expect(after.groups.map((group) => group.group_id)).toEqual([4127, 9]);
    expect(after.counts).toMatchObject({ all: 2, active: 1, confirmed: 1 });
    expect(after.groups[1]).toBe(page.groups[1]);
  });

  test.each([
    ['a group it does not show', 1, withOutcome(booked)],
    ['no change', 4127, withTick({ ...tick, reservation_id: 99 })],
  ])('is the same object for %s', (_, id, change) => {
    expect(changeGroups(page, new Map([[id, change]]))).toBe(page);
  });

  test('applies several changes of one group in order', () => {
    const change = composeChanges([withTick(tick), withSeen(seen)]);
    const [group] = changeGroups(page, new Map([[4127, change]])).groups;
    expect(group?.members[0]?.watch).toMatchObject({ checks: 1300, state: 'booking' });
  });
});
