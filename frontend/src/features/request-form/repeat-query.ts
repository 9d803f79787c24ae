/** What the form needs to repeat a group, and what editing one needs as well. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { Group } from '@/api/reservation-types';
import type { VenueDetail } from '@/api/types';
import { reservationKeys } from '@/entities/request/cache/queries';
import { venueQuery } from '@/entities/venue/queries';

/** `venues` lacks the restaurants that are no longer listed. */
export type Repeated = { group: Group; venues: VenueDetail[] };

/** What a new request takes over from an earlier one, whose group may be cached. */
export const repeatQuery = (groupId: number, cached: Group | undefined) =>
  // eslint-disable-next-line @tanstack/query/exhaustive-deps -- the cached group is the one that the key names
  queryOptions({
    queryKey: [...reservationKeys.all, 'repeat', groupId],
    queryFn: async ({ client, signal }): Promise<Repeated> => {
      const group = cached ?? (await loadGroup(groupId, signal));
      return { group, venues: await listedVenues(group, client) };
    },
    staleTime: Infinity,
    gcTime: 0,
  });

/** Load a group as the server has it now. */
export function loadGroup(groupId: number, signal: AbortSignal): Promise<Group> {
  const params = { path: { group_id: groupId } };
  return unwrap(api.GET('/api/reservations/{group_id}/', { params, signal }));
}

/** The restaurants of a group that are still listed. */
export async function listedVenues({ venues }: Group, client: QueryClient): Promise<VenueDetail[]> {
  const found = await Promise.all(venues.map(({ id }) => listedVenue(id, client)));
  return found.filter((venue) => venue !== null);
}

/**
 * Null for a restaurant that has closed or does not want to be listed. From the cache, because the form reads it there
 * too, and at a desk ten requests in a row have the same restaurants.
 */
function listedVenue(id: number, client: QueryClient): Promise<VenueDetail | null> {
  // The query as a whole retries, not each part.
  return client.query({ ...venueQuery(id), retry: false }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
}
