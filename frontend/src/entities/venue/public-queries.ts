/** The venue calls of visitors. Loaded only when nobody is signed in. */
import type { QueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError, UNREADABLE_ANSWER } from '@/api/errors';
import type { VenuePage, VenueSearch } from '@/api/types';
import { containsLink } from './link';

const LINK_NEEDS_ACCOUNT = 'Log in or sign up to add a restaurant by its link.';

type Query = VenueSearch & { featured?: boolean; page?: number };

export async function searchPublicVenues(query: Query, signal: AbortSignal): Promise<VenuePage> {
  // Only a user may have a restaurant looked up at its platform.
  if (containsLink(query.venue_name)) {
    throw new ApiError(LINK_NEEDS_ACCOUNT, { status: 403, code: 'not_signed_in' });
  }
  const answer = await unwrap(api.GET('/api/public/venues/', { params: { query }, signal }));
  if ('results' in answer) return answer;
  throw new ApiError(UNREADABLE_ANSWER, { status: 200, code: 'unreadable' });
}

export async function suggestPublicLocations(location: string, signal: AbortSignal) {
  const query = { location };
  const answer = await unwrap(api.GET('/api/public/venues/', { params: { query }, signal }));
  return 'locations' in answer ? answer.locations : [];
}

export function readPublicLocations(signal: AbortSignal) {
  return unwrap(api.GET('/api/public/venues/locations/', { signal }));
}

/** A restaurant, the last openings seen there and its heat map: one call for both queries of its page. */
export function readPublicVenue(id: number, client: QueryClient) {
  return client.query({
    queryKey: ['public', 'venue', id],
    queryFn: ({ signal }) => {
      const params = { path: { venue_id: id } };
      return unwrap(api.GET('/api/public/venues/{venue_id}/', { params, signal }));
    },
    staleTime: 10_000,
  });
}
