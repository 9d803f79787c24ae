/** The tables that are open now for a notify-only request, one for each of its reservations. Pure. */
import type { Group } from '@/api/reservation-types';
import type { ReservationSource } from '@/api/types';
import type { IsoDate } from '@/lib/dates';
import { activeMembers } from '../group-state';
import { zoneOf } from './table-zones';

export type OpenedTable = {
  id: number;
  date: IsoDate;
  time: string | null;
  zone: string;
  venueName: string;
  source: ReservationSource;
  /** The restaurant's own page for that day; empty if it is not known. */
  page: string;
};

export function openTables(group: Pick<Group, 'members' | 'venues'>): OpenedTable[] {
  return activeMembers(group).flatMap(({ id, date, venue, venue_name, watch, page }) => {
    const place = group.venues.find((candidate) => candidate.id === venue);
    if (watch?.state !== 'table_open' || place === undefined) return [];
    return [
      {
        id,
        date,
        time: watch.held_time,
        zone: zoneOf(group, venue),
        venueName: venue_name,
        source: place.reservation_source,
        page: page ?? '',
      },
    ];
  });
}
