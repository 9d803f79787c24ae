import { describe, expect, test } from 'vitest';
import type { Booked } from '@/api/reservation-types';
import { aBooking, aGroup, aMember } from '@/testing/reservation-fixtures';
import {
  bookedTables,
  cancellationText,
  tableFacts,
  termsFact,
  upcomingTables,
} from './booked-tables';

const NOW = Date.parse('2026-11-20T19:05:00Z');
const ZONE = 'America/New_York';
const DEADLINE = '2026-11-28T00:15:00Z';
const PAST = '2026-11-20T19:00:00Z';

const groupWith = (booked: Partial<Booked>, date = '2026-11-28') =>
  aGroup({
    members: [aMember({ status: 'confirmed', date, watch: null, booked: aBooking(booked) })],
  });

describe('the terms of a cancellation', () => {
  const until = 'Fri, Nov 27, 7:15 PM in New York';
  test.each<[string, string | null, number | null, number, string]>([
    ['a fee later', DEADLINE, 5000, 0, `Free until ${until}, then $50 for the party`],
    [
      'an unknown fee later',
      DEADLINE,
      null,
      0,
      `Free until ${until}, then a fee that Resy didn't name`,
    ],
    ['a fee now', PAST, 5000, 0, '$50 for the party if you cancel now'],
    [
      'an unknown fee now',
      PAST,
      null,
      0,
      "Was free until Fri, Nov 20, 2:00 PM in New York, now costs a fee that Resy didn't name",
    ],
    ['a fee without a deadline', null, 2550, 0, 'A late cancellation costs $25.50 for the party'],
    ['no fee', DEADLINE, 0, 0, 'No fee'],
    ['nothing stated', null, null, 0, 'Resy gave us no terms'],
    ['a deposit later', DEADLINE, 0, 4000, `Free until ${until}, then you may lose what you paid`],
    ['a deposit now', PAST, 0, 4000, 'You may lose what you paid'],
    ['a deposit without a deadline', null, 0, 4000, 'You may lose what you paid'],
    [
      'a deposit and a fee',
      PAST,
      5000,
      4000,
      '$50 for the party if you cancel now, and you may lose what you paid',
    ],
    ['a deposit alone stated', null, null, 4000, 'Resy gave us no terms'],
  ])('%s', (_, free_until, cancel_fee_cents, deposit_cents, text) => {
    const booked = aBooking({ free_until, cancel_fee_cents, deposit_cents });
    expect(cancellationText(booked, { zone: ZONE, now: NOW })).toBe(text);
  });
});

test('the facts of a table leave out what is unknown', () => {
  const facts = (booked: Partial<Booked>) =>
    bookedTables(groupWith(booked)).map((table) =>
      tableFacts(table, NOW).map(({ term, text }) => `${term}: ${text}`),
    )[0];
  expect(facts({ deposit_cents: 2000 })).toEqual([
    'Where: 118 Perry Street, New York',
    'Account: Resy, Maya Okafor',
    'Confirmation: 740000029',
    'Paid: $20 at booking for the party, as a deposit or prepayment',
    'Cancellation: Free until Fri, Nov 27, 7:15 PM in New York, then $50 for the party, and you may lose what you paid (7d 5h left)',
  ]);
  expect(facts({ confirmation: '', cancel_fee_cents: 0 })).toEqual([
    'Where: 118 Perry Street, New York',
    'Account: Resy, Maya Okafor',
    'Cancellation: No fee',
  ]);
  expect(facts({ deposit_cents: null, cancel_fee_cents: 5000 })).toContain("Paid: Resy didn't say");
  expect(facts({ deposit_cents: null, cancel_fee_cents: null })?.join()).not.toContain('Paid');
});

test.each([
  ['2026-11-20T23:17:00Z', '4h 12m left'],
  ['2026-11-20T19:47:00Z', '42m left'],
  ['2026-11-22T19:05:00Z', '2d left'],
])('until %s the free cancellation counts down: %s', (free_until, left) => {
  const [table] = bookedTables(groupWith({ free_until }));
  expect(table === undefined ? '' : termsFact(table, NOW).text).toContain(`(${left})`);
});

test.each([
  ['2026-11-19', 0],
  ['2026-11-20', 1],
  ['2026-11-21', 1],
])('a table of %s is upcoming until its day is over at the restaurant', (date, tables) => {
  expect(upcomingTables(groupWith({}, date), NOW)).toHaveLength(tables);
});
