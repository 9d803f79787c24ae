/** The queries of the request screens and their cache keys. `cached-groups.ts` writes to them. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { GroupStatus, VenueActivity } from '@/api/reservation-types';
import { isVisitor } from '@/api/session';

export type ListFilter = {
  status?: GroupStatus | undefined;
  page?: number | undefined;
  /** Only these groups, at most 100. */
  ids?: readonly number[] | undefined;
};

export const reservationKeys = {
  all: ['reservations'] as const,
  lists: ['reservations', 'list'] as const,
  /** All groups of a concierge, for the table. */
  table: ['reservations', 'table'] as const,
  timelines: ['reservations', 'timeline'] as const,
  timeline: (groupId: number) => ['reservations', 'timeline', groupId] as const,
  group: (groupId: number) => ['reservations', 'group', groupId] as const,
  venues: ['reservations', 'venue'] as const,
  notes: ['reservations', 'notes'] as const,
  weekly: ['reservations', 'weekly'] as const,
  swaps: ['reservations', 'swap'] as const,
  /** Running actions: pause, unpause, delete. */
  actions: ['reservations', 'action'] as const,
};

/** One page of groups: those with a table ahead, then the newest. Live events keep it current, so returning to a tab reloads only a stale page. */
export const groupListQuery = ({ status, page, ids }: ListFilter) =>
  queryOptions({
    queryKey: [
      ...reservationKeys.lists,
      { status: status ?? 'all', page: page ?? 1, ...(ids === undefined ? {} : { ids }) },
    ],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/reservations/', {
          params: {
            query: {
              tables_first: true,
              ...(status === undefined ? {} : { status }),
              ...(page === undefined ? {} : { page }),
              ...(ids === undefined ? {} : { ids: [...ids] }),
            },
          },
          signal,
        }),
      ),
    // The route has just loaded it; a retry on mount would only flicker.
    retryOnMount: false,
  });

export const groupQuery = (groupId: number) =>
  queryOptions({
    queryKey: reservationKeys.group(groupId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/reservations/{group_id}/', {
          params: { path: { group_id: groupId } },
          signal,
        }),
      ),
    staleTime: 0,
  });

export const timelineQuery = (groupId: number) =>
  queryOptions({
    queryKey: reservationKeys.timeline(groupId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/reservations/{group_id}/timeline/', {
          params: { path: { group_id: groupId } },
          signal,
        }),
      ),
  });

/** What requests show about a restaurant. Its page waits for one attempt, also offline, and does without it. */
export const venueActivityQuery = (venueId: number) =>
  queryOptions({
    queryKey: [...reservationKeys.venues, venueId],
    queryFn: async ({ signal, client }): Promise<VenueActivity> => {
      if (isVisitor()) {
        const { readPublicVenue } = await import('@/entities/venue/public-queries');
        const { openings, heat_map } = await readPublicVenue(venueId, client);
        return { venue: venueId, openings, heat_map, requests: [], fee: null };
      }
      const params = { path: { venue_id: venueId } };
      return unwrap(api.GET('/api/reservations/venues/{venue_id}/', { params, signal }));
    },
    networkMode: 'always',
    retry: false,
  });

export const countsQuery = queryOptions({
  queryKey: ['reservations', 'counts'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/reservations/counts/', { signal })),
});

export const existingRestaurantsQuery = queryOptions({
  queryKey: ['reservations', 'existing-restaurants'],
  queryFn: async ({ signal }) => {
    const answer = await unwrap(api.GET('/api/reservations/existing-restaurants/', { signal }));
    return answer.existing_restaurants;
  },
});
