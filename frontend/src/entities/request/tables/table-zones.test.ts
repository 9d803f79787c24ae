import { expect, test } from 'vitest';
import { aBooking, aGroup, aMember, aVenue, aWatch } from '@/testing/reservation-fixtures';
import { heldText } from '../fees';
import { orderRows } from '../ticket/ticket-text';

const NEW_YORK = aVenue({ id: 7, time_zone: 'America/New_York' });
/** The zone of the tests. */
const LOS_ANGELES = aVenue({ id: 8, time_zone: 'America/Los_Angeles' });

const times = (...venues: ReturnType<typeof aVenue>[]) =>
  orderRows(aGroup({ venues })).find(({ term }) => term === 'TIME')?.text;

test.each([
  ['another zone', [NEW_YORK], '6:30 – 8:30 PM in New York · for 2'],
  ['the reader’s zone', [LOS_ANGELES], '6:30 – 8:30 PM · for 2'],
  ['several zones', [NEW_YORK, LOS_ANGELES], '6:30 – 8:30 PM · for 2'],
])('the times of restaurants in %s', (_, venues, text) => {
  expect(times(...venues)).toBe(text);
});

test('a booked table has the zone of its restaurant', () => {
  const members = [aMember({ venue: 7, status: 'confirmed', watch: null, booked: aBooking() })];
  expect(orderRows(aGroup({ venues: [LOS_ANGELES, NEW_YORK], members }))).toContainEqual({
    term: 'TIME',
    text: '7:15 PM in New York · for 2',
  });
});

test('a table that is held back has the zone of its restaurant', () => {
  const watch = aWatch({ state: 'held_back', held_fee_cents: 5000, held_time: '19:30' });
  expect(heldText(aGroup({ members: [aMember({ venue: 7, watch })] }))).toBe(
    'The table at 7:30 PM in New York asks your party for $50 now. Your request accepts none.',
  );
});
