/** Names and dates of a group as on its ticket (specification §2, Reservations list). */
import type { Group, GroupVenue, Member } from '@/api/reservation-types';

export const MAX_TITLE_NAMES = 6;
const MOST_COVERS = 4;

/** The data that a title needs. */
export type Titled = Pick<Group, 'status'> & {
  venues: readonly Pick<GroupVenue, 'venue_name'>[];
  members: readonly Pick<Member, 'venue_name' | 'status'>[];
};

/**
 * Up to six venue names (`most` where there is less room), then dots. A confirmed group shows only the venues with a
 * booked table.
 */
export function groupTitle(group: Titled, most = MAX_TITLE_NAMES): string {
  const names = titleNames(group);
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} …` : shown;
}

/** The restaurants in the title: the booked ones, otherwise all. */
export function titleNames(group: Titled): string[] {
  return bookedNames(group) ?? group.venues.map((venue) => venue.venue_name);
}

/** The venues whose covers a ticket shows. */
export function coverVenues(group: Pick<Group, 'venues' | 'members' | 'status'>): Group['venues'] {
  const booked = bookedNames(group);
  const venues =
    booked === null
      ? group.venues
      : group.venues.filter((venue) => booked.includes(venue.venue_name));
  return venues.slice(0, MOST_COVERS);
}

function bookedNames(group: Pick<Titled, 'members' | 'status'>): string[] | null {
  if (group.status !== 'confirmed') return null;
  const names = group.members
    .filter((member) => member.status === 'confirmed')
    .map((member) => member.venue_name);
  return names.length === 0 ? null : [...new Set(names)];
}
