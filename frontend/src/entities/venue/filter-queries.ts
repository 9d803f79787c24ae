/** The calls of the listing's filters and of the premium dialog, which load when they open. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { isVisitor } from '@/api/session';

const forVisitors = () => import('./public-queries');
const LOCATIONS_STALE_MS = 10 * 60_000;

export const premiumQuery = queryOptions({
  queryKey: ['venues', 'premium'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/venues/premium/', { signal })),
});

export const locationsQuery = queryOptions({
  queryKey: ['venues', 'locations'],
  queryFn: async ({ signal }) =>
    isVisitor()
      ? (await forVisitors()).readPublicLocations(signal)
      : unwrap(api.GET('/api/venues/locations/', { signal })),
  staleTime: LOCATIONS_STALE_MS,
});

/** Neighborhoods that match the typed text, among all venues or the top picks. */
export const suggestionsQuery = (location: string, featured: boolean) =>
  queryOptions({
    queryKey: ['venues', 'suggestions', location, featured],
    queryFn: async ({ signal }) => {
      if (isVisitor()) return (await forVisitors()).suggestPublicLocations(location, signal);
      const query = featured ? { location, featured } : { location };
      const answer = await unwrap(api.GET('/api/venues/search/', { params: { query }, signal }));
      return 'locations' in answer ? answer.locations : [];
    },
    staleTime: LOCATIONS_STALE_MS,
  });
