import { describe, expect, test } from 'vitest';
import type { Group, OpeningEvent } from '@/api/reservation-types';
import { aGroup } from '@/testing/reservation-fixtures';
import { aSearch, aSearchWithOffer, aSwapGroup } from '@/testing/searches';
import { withOpening } from './cache/group-changes';
import { ticketState } from './group-state';
import { swapFiled, swapOfferId } from './swap-text';
import { ticketHead } from './ticket/ticket-head';
import { statusLabel, ticketNotes } from './ticket/ticket-text';

const NOW = Date.parse('2026-11-26T12:00:00.000Z');

/** Head, label and notes. */
function textsOf(group: Group): string[] {
  const state = ticketState(group);
  return [
    ticketHead(group, NOW),
    statusLabel(group, state),
    ...ticketNotes(group, { state, notes: [], limit: 5 }).map(({ text }) => text),
  ];
}

describe('a search for a better table', () => {
  test('names the table that it is to improve, and says that this stays', () => {
    const [head, label, help] = textsOf(aSearch());
    expect(head).toBe('Looking for a better table than Sat 7:15 PM in New York');
    expect(label).toBe('Looking for a better table');
    expect(help).toMatch(
      /^Your table at Petit Quai stays booked\. When a better one opens, we ask you\. We look about/,
    );
  });

  test('names the date of a table that is a week ahead or over', () => {
    expect(textsOf(aSearch({}, { date: '2026-12-11' }))[0]).toContain('than Fri, Dec 11, 7:15 PM');
    expect(textsOf(aSearch({}, { date: '2026-11-20' }))[0]).toContain('than Fri, Nov 20, 7:15 PM');
  });

  test('offers the comparison when a better table is open, not the platform’s page', () => {
    const open = aSearchWithOffer();
    expect(textsOf(open).slice(1)).toEqual([
      'A better table is open',
      'Fri, Nov 27, 7:30 PM in New York at Osteria Lucciola. Compare it with yours, and swap if you like; it may be gone soon.',
    ]);
    expect(swapOfferId(open)).toBe(31);
    const dismissed = { ...open, swap_table: aSearch().swap_table };
    expect(textsOf(dismissed)[2]).toMatch(/at Osteria Lucciola\. You keep your table\.$/);
  });

  test('takes the offer from the event of the opening', () => {
    const search = aSearch();
    const event: OpeningEvent = {
      seq: 9,
      type: 'reservation.opening',
      at: '2026-11-26T12:00:00.000Z',
      group_id: search.group_id,
      reservation_id: search.members[0]?.id ?? 0,
      venue_name: 'Osteria Lucciola',
      time_zone: 'America/New_York',
      date: '2026-11-27',
      time: '19:30',
      party_size: 2,
      seating: 'Bar',
      tables: 1,
      platform: 'resy',
      page: null,
      swap_id: 77,
    };
    expect(swapOfferId(withOpening(event)(search))).toBe(77);
  });

  test.each([
    ['paused', 'Not looking for a better table than Sat 7:15 PM in New York', 'Paused'],
    ['canceled', 'Search for a better table ended', 'Canceled'],
    ['unsuccessful', 'Search for a better table ended', 'Not booked'],
  ] as const)('that is %s says so', (status, head, label) => {
    expect(textsOf(aSearch({ status, watch: null })).slice(0, 2)).toEqual([head, label]);
  });

  test('needs no table', () => {
    const search = { ...aSearch(), swap_table: null };
    expect(textsOf(search)[0]).toBe('Looking for a better table');
  });
});

describe('a swap', () => {
  test('says when the booked table is canceled', () => {
    const [head, label, help] = textsOf(aSwapGroup());
    expect([head, label]).toEqual([
      'Swapping your table of Sat 7:15 PM in New York',
      'Booking the new table',
    ]);
    expect(help).toContain('We cancel your table only after the new one is booked.');
    const replaces = textsOf(aSwapGroup({ override_reservations: true }))[2];
    expect(replaces).toContain('Your table may be canceled before the new one is booked');
  });

  test('that failed says so, and one that is booked is a table', () => {
    expect(textsOf(aSwapGroup({ status: 'canceled' }))[0]).toBe('Table not swapped');
    expect(textsOf(aSwapGroup({ status: 'confirmed' }))[0]).not.toMatch(/swap/i);
  });
});

test('a timeline begins with the search or the swap', () => {
  expect(swapFiled(aSearch())).toBe('search for a better table started');
  expect(swapFiled(aSwapGroup())).toBe('swap started');
  expect(swapFiled(aGroup())).toBeNull();
});
