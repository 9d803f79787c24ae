/** The venue calls: the listing, top picks, premium, locations and one restaurant. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError, UNREADABLE_ANSWER } from '@/api/errors';
import type { VenuePage, VenueSearch } from '@/api/types';
import { containsLink } from './link';

const LOCATIONS_STALE_MS = 10 * 60_000;

/**
 * All venues or search results, page by page. Previous results stay while new ones load. A link in the place of a name
 * gives its restaurant, which the server adds if it is new.
 */
export const listingQuery = (search: VenueSearch | null) =>
  infiniteQueryOptions({
    queryKey: ['venues', 'listing', search],
    queryFn: ({ pageParam, signal, client }): Promise<VenuePage> => {
      if (containsLink(search?.venue_name)) return linkedVenue(search.venue_name, client, signal);
      return search === null
        ? unwrap(api.GET('/api/venues/', { params: { query: { page: pageParam } }, signal }))
        : searchVenues({ ...search, page: pageParam }, signal);
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    // Each call with a link may cause calls to its platform.
    ...(containsLink(search?.venue_name)
      ? { retry: false, staleTime: Infinity }
      : { placeholderData: keepPreviousData<InfiniteData<VenuePage, number>> }),
  });

export const featuredQuery = queryOptions({
  queryKey: ['venues', 'featured'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/venues/featured/', { signal })),
});

/** All top picks at once or search results, in the listing's paged form. */
export const picksQuery = (search: VenueSearch | null) =>
  infiniteQueryOptions({
    queryKey: ['venues', 'picks', search],
    queryFn: async ({ pageParam, signal }): Promise<VenuePage> => {
      if (search === null) {
        const results = await unwrap(api.GET('/api/venues/featured/', { signal }));
        return { results, count: results.length, page: 1, page_size: results.length, pages: 1 };
      }
      return searchVenues({ ...search, featured: true, page: pageParam }, signal);
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });

export const premiumQuery = queryOptions({
  queryKey: ['venues', 'premium'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/venues/premium/', { signal })),
});

export const locationsQuery = queryOptions({
  queryKey: ['venues', 'locations'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/venues/locations/', { signal })),
  staleTime: LOCATIONS_STALE_MS,
});

/** Neighborhoods that match the typed text, among all venues or the top picks. */
export const suggestionsQuery = (location: string, featured: boolean) =>
  queryOptions({
    queryKey: ['venues', 'suggestions', location, featured],
    queryFn: async ({ signal }) => {
      const query = featured ? { location, featured } : { location };
      const answer = await unwrap(api.GET('/api/venues/search/', { params: { query }, signal }));
      return 'locations' in answer ? answer.locations : [];
    },
    staleTime: LOCATIONS_STALE_MS,
  });

export const venueQuery = (id: number) =>
  queryOptions({
    queryKey: ['venues', 'detail', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/venues/{venue_id}/', { params: { path: { venue_id: id } }, signal })),
  });

async function linkedVenue(
  link: string,
  client: QueryClient,
  signal: AbortSignal,
): Promise<VenuePage> {
  const venue = await unwrap(api.POST('/api/venues/links/', { body: { link }, signal }));
  client.setQueryData(venueQuery(venue.id).queryKey, venue);
  await client.invalidateQueries({ queryKey: listingQuery(null).queryKey, refetchType: 'none' });
  return { results: [venue], count: 1, page: 1, pages: 1, page_size: 1 };
}

function nextPage(last: VenuePage): number | undefined {
  return last.page < last.pages ? last.page + 1 : undefined;
}

/** The path has two uses; with `location` it suggests neighborhoods, which this function never requests. */
async function searchVenues(
  query: VenueSearch & { featured?: boolean; page: number },
  signal: AbortSignal,
): Promise<VenuePage> {
  const answer = await unwrap(api.GET('/api/venues/search/', { params: { query }, signal }));
  if ('results' in answer) return answer;
  throw new ApiError(UNREADABLE_ANSWER, { status: 200, code: 'unreadable' });
}
