/** The venue calls: the listing, top picks, premium, locations and one restaurant. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { VenuePage, VenueSearch } from '@/api/types';

const LOCATIONS_STALE_MS = 10 * 60_000;

/** All venues, or those the search finds; further pages on demand. Older results stay while new ones load. */
export const listingQuery = (search: VenueSearch | null) =>
  infiniteQueryOptions({
    queryKey: ['venues', 'listing', search],
    queryFn: ({ pageParam, signal }): Promise<VenuePage> =>
      search === null
        ? unwrap(api.GET('/api/venues/', { params: { query: { page: pageParam } }, signal }))
        : unwrap(
            api.GET('/api/venues/search/', {
              params: { query: { ...search, page: pageParam } },
              signal,
            }),
          ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });

export const featuredQuery = queryOptions({
  queryKey: ['venues', 'featured'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/venues/featured/', { signal })),
});

/** Every top pick at once, or those the search finds, in the listing's paged form. */
export const picksQuery = (search: VenueSearch | null) =>
  infiniteQueryOptions({
    queryKey: ['venues', 'picks', search],
    queryFn: async ({ pageParam, signal }): Promise<VenuePage> => {
      if (search === null) {
        const results = await unwrap(api.GET('/api/venues/featured/', { signal }));
        return { results, count: results.length, page: 1, pages: 1 };
      }
      const query = { ...search, featured: true, page: pageParam };
      return unwrap(api.GET('/api/venues/search/', { params: { query }, signal }));
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

/** Neighbourhoods that match what is typed, among all venues or among the top picks only. */
export const suggestionsQuery = (location: string, featured: boolean) =>
  queryOptions({
    queryKey: ['venues', 'suggestions', location, featured],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/venues/search', {
          params: { query: featured ? { location, featured } : { location } },
          signal,
        }),
      ),
    staleTime: LOCATIONS_STALE_MS,
  });

export const venueQuery = (id: number) =>
  queryOptions({
    queryKey: ['venues', 'detail', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/venues/{id}/', { params: { path: { id } }, signal })),
  });

function nextPage(last: VenuePage): number | undefined {
  return last.page < last.pages ? last.page + 1 : undefined;
}
