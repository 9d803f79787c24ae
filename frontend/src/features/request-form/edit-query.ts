/** What the form needs to edit a group, loaded together each time it opens. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { Group } from '@/api/reservation-types';
import type { VenueDetail } from '@/api/types';
import { reservationKeys } from '@/entities/request/cache/queries';
import { venueQuery } from '@/entities/venue/queries';

/**
 * `venues` lacks the restaurants that are no longer listed. `isWeekly`: a weekly request has filed the group, or was
 * created with it.
 */
export type Editable = {
  group: Group;
  closed: string[];
  venues: VenueDetail[];
  isWeekly: boolean;
};

export const editQuery = (groupId: number) =>
  queryOptions({
    queryKey: [...reservationKeys.all, 'edit', groupId],
    queryFn: async ({ client, signal }): Promise<Editable> => {
      const [group, closed, isWeekly] = await Promise.all([
        loadGroup(groupId, signal),
        unwrap(
          api.POST('/api/reservations/get-unique-unactive-dates-by-group/', {
            body: { group_id: groupId },
            signal,
          }),
        ),
        belongsToRule(groupId, signal),
      ]);
      return { group, closed: closed.dates, venues: await listedVenues(group, client), isWeekly };
    },
    // The form is filled once; the server checks it against later changes. The client's data is not kept in the
    // cache.
    staleTime: Infinity,
    gcTime: 0,
  });

/** What a new request takes over from an earlier one, whose group may be cached. */
export const repeatQuery = (groupId: number, cached: Group | undefined) =>
  // eslint-disable-next-line @tanstack/query/exhaustive-deps -- the cached group is the one that the key names
  queryOptions({
    queryKey: [...reservationKeys.all, 'repeat', groupId],
    queryFn: async ({ client, signal }): Promise<Pick<Editable, 'group' | 'venues'>> => {
      const group = cached ?? (await loadGroup(groupId, signal));
      return { group, venues: await listedVenues(group, client) };
    },
    staleTime: Infinity,
    gcTime: 0,
  });

function loadGroup(groupId: number, signal: AbortSignal): Promise<Group> {
  const params = { path: { group_id: groupId } };
  return unwrap(api.GET('/api/reservations/{group_id}/', { params, signal }));
}

async function listedVenues({ venues }: Group, client: QueryClient): Promise<VenueDetail[]> {
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

/** Without an answer, the form only lacks its remark. */
async function belongsToRule(groupId: number, signal: AbortSignal): Promise<boolean> {
  try {
    const { rules } = await unwrap(api.GET('/api/weekly-rules/', { signal }));
    return rules.some(({ group_ids }) => group_ids.includes(groupId));
  } catch {
    return false;
  }
}
