import { expect, test } from 'vitest';
import { aBooking, aGroup, aMember, aVenue } from '@/testing/reservation-fixtures';
import { coverVenues, groupTitle } from './group-title';

const venues = (count: number) =>
  Array.from({ length: count }, (_, index) => aVenue({ id: index, venue_name: `V${index + 1}` }));

test.each([
  [1, 'V1'],
  [2, 'V1, V2'],
  [6, 'V1, V2, V3, V4, V5, V6'],
  [7, 'V1, V2, V3, V4, V5, V6 …'],
])('%i venues are titled "%s"', (count, title) => {
  expect(groupTitle(aGroup({ venues: venues(count) }))).toBe(title);
});

test('names without room are left out before the dots, not cut after a comma', () => {
  expect(groupTitle(aGroup({ venues: venues(6) }), 4)).toBe('V1, V2, V3, V4 …');
});

test('a ticket shows at most four covers', () => {
  expect(coverVenues(aGroup({ venues: venues(9) })).map((venue) => venue.id)).toEqual([0, 1, 2, 3]);
});

test('a booked ticket has names and covers only of venues with a booked table', () => {
  const group = aGroup({
    venues: venues(3),
    members: [
      aMember({ id: 1, venue_name: 'V2', status: 'confirmed', booked: aBooking() }),
      aMember({ id: 2, venue_name: 'V1', status: 'canceled' }),
    ],
  });
  expect(groupTitle(group)).toBe('V2');
  expect(coverVenues(group).map((venue) => venue.venue_name)).toEqual(['V2']);
});

test('an active group keeps all its names', () => {
  const group = aGroup({
    venues: venues(2),
    members: [
      aMember({ id: 1, venue_name: 'V2', status: 'confirmed', booked: aBooking() }),
      aMember({ id: 2, venue_name: 'V1' }),
    ],
  });
  expect(groupTitle(group)).toBe('V1, V2');
});
