/** In which zone the times of a group's tables are. Pure. */
import type { Group, GroupVenue } from '@/api/reservation-types';
import { localZone } from '@/lib/zones';

type Zoned = { venues: readonly Pick<GroupVenue, 'id' | 'time_zone'>[] };

/** The zone of one restaurant by our id; the reader's own, which is not named, if it is unknown. */
export function zoneOf({ venues }: Zoned, venueId: number): string {
  return venues.find(({ id }) => id === venueId)?.time_zone ?? localZone();
}

/** The zone of all restaurants of a group; the reader's own, which is not named, if they differ. */
export function commonZone(group: Pick<Group, 'venues'>): string {
  const zones = new Set(group.venues.map((venue) => venue.time_zone));
  const [zone] = zones;
  return zone === undefined || zones.size > 1 ? localZone() : zone;
}
