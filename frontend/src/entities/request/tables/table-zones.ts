/** The time zone of the tables of a group. Pure. */
import type { Group, GroupVenue } from '@/api/reservation-types';
import { localZone } from '@/lib/zones';

type Zoned = { venues: readonly Pick<GroupVenue, 'id' | 'time_zone'>[] };

/** The zone of one restaurant by our id. If it is unknown, the reader's own zone, which texts do not name. */
export function zoneOf({ venues }: Zoned, venueId: number): string {
  return venues.find(({ id }) => id === venueId)?.time_zone ?? localZone();
}

/** The common zone of a group's restaurants. If they differ, the reader's own zone, which texts do not name. */
export function commonZone(group: Pick<Group, 'venues'>): string {
  const zones = new Set(group.venues.map((venue) => venue.time_zone));
  const [zone] = zones;
  return zone === undefined || zones.size > 1 ? localZone() : zone;
}
