/** What the form needs to edit a group, loaded together each time it opens. */
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
    // The form is filled once; the server checks it against later changes. The client's data is not kept in the
    // cache.
    staleTime: Infinity,
    gcTime: 0,
  });
