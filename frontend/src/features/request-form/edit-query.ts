/** What the form needs to edit a group, loaded together each time it opens. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { Group } from '@/api/reservation-types';
import type { VenueDetail } from '@/api/types';
import { reservationKeys } from '@/entities/request/cache/queries';

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
    queryFn: async ({ signal }): Promise<Editable> => {
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
      return { group, closed: closed.dates, venues: await listedVenues(group, signal), isWeekly };
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
    queryFn: async ({ signal }): Promise<Pick<Editable, 'group' | 'venues'>> => {
      const group = cached ?? (await loadGroup(groupId, signal));
      return { group, venues: await listedVenues(group, signal) };
    },
    staleTime: Infinity,
    gcTime: 0,
  });

function loadGroup(groupId: number, signal: AbortSignal): Promise<Group> {
  const params = { path: { group_id: groupId } };
  return unwrap(api.GET('/api/reservations/{group_id}/', { params, signal }));
}

async function listedVenues({ venues }: Group, signal: AbortSignal): Promise<VenueDetail[]> {
  const found = await Promise.all(venues.map(({ id }) => listedVenue(id, signal)));
  return found.filter((venue) => venue !== null);
}

/** Null for a restaurant that has closed or does not want to be listed. */
async function listedVenue(id: number, signal: AbortSignal): Promise<VenueDetail | null> {
  try {
    return await unwrap(
      api.GET('/api/venues/{venue_id}/', { params: { path: { venue_id: id } }, signal }),
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
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
