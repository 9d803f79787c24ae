/** What the form needs to edit a group, asked in one go and afresh each time it is opened. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { Group } from '@/api/reservation-types';
import type { VenueDetail } from '@/api/types';
import { reservationKeys } from '@/entities/request/cache/queries';

export type Editable = { group: Group; closed: string[]; venues: VenueDetail[] };

export const editQuery = (groupId: number) =>
  queryOptions({
    queryKey: [...reservationKeys.all, 'edit', groupId],
    queryFn: async ({ signal }): Promise<Editable> => {
      const [group, closed] = await Promise.all([
        unwrap(
          api.GET('/api/reservations/{group_id}/', {
            params: { path: { group_id: groupId } },
            signal,
          }),
        ),
        unwrap(
          api.POST('/api/reservations/get-unique-unactive-dates-by-group/', {
            body: { group_id: groupId },
            signal,
          }),
        ),
      ]);
      const venues = await Promise.all(
        group.venues.map(({ id }) =>
          unwrap(
            api.GET('/api/venues/{venue_id}/', { params: { path: { venue_id: id } }, signal }),
          ),
        ),
      );
      return { group, closed: closed.dates, venues };
    },
    // The form is filled once: what changes under it is judged by the server. Nothing of a client is kept after it.
    staleTime: Infinity,
    gcTime: 0,
  });
