import { describe, expect, test } from 'vitest';
import { aGroup, aMember, aWatch } from '@/testing/reservation-fixtures';
import { groupStatus, isInFlight, isOpen, ticketState } from './group-state';
import { STATUS } from './status';
import { STATUS_TEXTS } from './ticket/ticket-messages';

describe('the state of a ticket', () => {
  const watching = aMember({ id: 1, watch: aWatch({ state: 'watching' }) });
  const booking = aMember({ id: 2, watch: aWatch({ state: 'booking' }) });
  const unsettled = aMember({ id: 3, watch: aWatch({ state: 'verifying' }) });
  const expired = aMember({ id: 4, watch: aWatch({ state: 'needs_reconnect' }) });
  const slow = aMember({ id: 5, watch: aWatch({ state: 'backing_off' }) });
  const fresh = aMember({ id: 6, watch: null });
  const paused = aMember({ id: 7, status: 'paused', watch: aWatch({ state: 'booking' }) });
  const booked = aMember({ id: 8, status: 'confirmed' });

  test.each([
    ['nothing checked yet', [fresh], 'starting'],
    ['one watches while another starts', [fresh, watching], 'watching'],
    ['one books while others watch', [watching, booking, expired], 'booking'],
    ['an unknown answer is settled', [watching, unsettled], 'verifying'],
    ['the login ran out', [watching, expired], 'needs_reconnect'],
    ['all are slowed down', [slow], 'backing_off'],
    ['one is slowed down, one is not', [slow, watching], 'watching'],
    ['a paused request that was booking counts no more', [paused, watching], 'watching'],
    ['one date is booked, another still watched', [booked, watching], 'watching'],
    ['all paused', [paused], 'paused'],
    ['all booked', [booked], 'confirmed'],
  ] as const)('%s: %#', (_, members, state) => {
    expect(ticketState(aGroup({ members: [...members] }))).toBe(state);
  });

  test('stopping has priority over every other state', () => {
    expect(ticketState(aGroup({ members: [booking], stopping: true }))).toBe('stopping');
  });

  test('a group that has stopped is not stopping', () => {
    expect(ticketState(aGroup({ members: [paused], stopping: true }))).toBe('paused');
  });
});

test.each([
  [['active', 'confirmed'], 'active'],
  [['paused', 'confirmed'], 'paused'],
  [['confirmed', 'canceled', 'unsuccessful'], 'confirmed'],
  [['unsuccessful', 'canceled'], 'unsuccessful'],
  [['canceled'], 'canceled'],
] as const)('members %j make a group %s', (statuses, expected) => {
  expect(groupStatus(statuses.map((status) => ({ status })))).toBe(expected);
});

test('row actions exist for active and paused groups only', () => {
  const statuses = ['active', 'paused', 'confirmed', 'unsuccessful', 'canceled'] as const;
  expect(statuses.filter(isOpen)).toEqual(['active', 'paused']);
});

test('only states in flight pulse in the saffron tone', () => {
  const states = Object.keys(STATUS) as (keyof typeof STATUS)[];
  const inFlight = states.filter(isInFlight);
  expect(inFlight).toEqual(['booking', 'verifying', 'releasing', 'stopping', 'canceling']);
  expect(new Set(inFlight.map((state) => STATUS[state].tone))).toEqual(new Set(['seen']));
});

test('a help sentence names the platform and the limit', () => {
  expect(STATUS_TEXTS.needs_reconnect.help({ platform: 'Resy', limit: 5 })).toBe(
    'Your Resy login expired. Reconnect to resume.',
  );
  expect(STATUS_TEXTS.paused.help({ platform: 'Resy', limit: 25 })).toBe(
    "Not watching. Doesn't count toward your 25.",
  );
  expect(STATUS_TEXTS.paused.help({ platform: 'Resy', limit: null })).toBe('Not watching.');
});
