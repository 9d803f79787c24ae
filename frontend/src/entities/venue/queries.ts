/** The venue calls: the listing, top picks, premium, locations and one restaurant. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError, UNREADABLE_ANSWER } from '@/api/errors';
import type { VenuePage, VenueSearch } from '@/api/types';
import { isVisitor } from '@/api/session';
import { containsLink } from './link';

const forVisitors = () => import('./public-queries');
/**
 * All venues or search results, page by page. Previous results stay while new ones load. A link in the place of a name
 * gives its restaurant, which the server adds if it is new.
 */
export const listingQuery = (search: VenueSearch | null) =>
  infiniteQueryOptions({
    queryKey: ['venues', 'listing', search],
    queryFn: async ({ pageParam, signal, client }): Promise<VenuePage> => {
      if (isVisitor()) {
        return (await forVisitors()).searchPublicVenues({ ...search, page: pageParam }, signal);
      }
      if (containsLink(search?.venue_name)) {
        return (await import('./linked-venue')).linkedVenue(search.venue_name, client, signal);
      }
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
  queryFn: async ({ signal }) =>
    isVisitor()
      ? (await (await forVisitors()).searchPublicVenues({ featured: true }, signal)).results
      : unwrap(api.GET('/api/venues/featured/', { signal })),
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

export const venueQuery = (id: number) =>
  queryOptions({
    queryKey: ['venues', 'detail', id],
    queryFn: async ({ signal, client }) =>
      isVisitor()
        ? (await (await forVisitors()).readPublicVenue(id, client)).venue
        : unwrap(
            api.GET('/api/venues/{venue_id}/', { params: { path: { venue_id: id } }, signal }),
          ),
  });

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
