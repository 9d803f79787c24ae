import { describe, expect, test } from 'vitest';
import type { Group, Member } from '@/api/reservation-types';
import { aBooking, aGroup, aMember, aWatch } from '@/testing/reservation-fixtures';
import { ticketHead } from './ticket-head';

const NOW = Date.parse('2026-11-20T19:05:00Z');
const released = (release_at: string): Partial<Group> => ({ snipe_type: 'release', release_at });
const table = (date: string): Partial<Member> => ({
  status: 'confirmed',
  watch: null,
  date,
  booked: aBooking(),
});
const ended = (status: 'unsuccessful' | 'canceled', reason: string): Partial<Member> => ({
  status,
  watch: null,
  reason,
});

describe('the head of a ticket', () => {
  test.each<[string, Partial<Member>[], Partial<Group>]>([
    ['Watching for cancellations', [{}], {}],
    ['Book opens Sat 10:00 AM in New York', [{}], released('2026-11-21T15:00:00Z')],
    ['Book opens Thu 10:00 AM in New York', [{}], released('2026-11-26T15:00:00Z')],
    ['Book opens Fri, Nov 27, 10:00 AM in New York', [{}], released('2026-11-27T15:00:00Z')],
    ['Book opened Fri 10:00 AM in New York', [{}], released('2026-11-20T15:00:00Z')],
    ['Your table', [table('2026-11-28')], {}],
    ['Your table', [table('2026-11-20')], {}],
    ['Your tables', [table('2026-11-28'), table('2026-11-29')], {}],
    ['Your table, and still watching', [table('2026-11-28'), {}], {}],
    ['Past table', [table('2026-11-19')], {}],
    ['Not watching', [{ status: 'paused' }], {}],
    ['Not watching', [{ watch: aWatch({ state: 'needs_reconnect' }) }], {}],
    ['Not watching', [{ watch: aWatch({ state: 'unconfirmed' }) }], { notify_only: true }],
    ['Not watching', [{ watch: aWatch({ state: 'switched_off' }) }], {}],
    ['Not watching', [{ watch: aWatch({ state: 'restaurant_closed' }) }], {}],
    ['No table this time', [ended('unsuccessful', 'window_over')], {}],
    ['Request canceled', [ended('canceled', 'canceled_by_you')], {}],
    ['Table canceled', [ended('canceled', 'table_canceled_by_you')], {}],
    ['Table canceled', [ended('canceled', 'canceled_by_link')], {}],
    ['Table canceled', [ended('canceled', 'canceled_at_platform')], {}],
  ])('reads %s', (head, members, group) => {
    const made = members.map((fields, index) => aMember({ id: index, ...fields }));
    expect(ticketHead(aGroup({ members: made, ...group }), NOW)).toBe(head);
  });
});
