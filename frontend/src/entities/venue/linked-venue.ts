/** Has a pasted link looked up, and its restaurant added if it is new. */
import type { QueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { VenuePage } from '@/api/types';

export async function linkedVenue(
  link: string,
  client: QueryClient,
  signal: AbortSignal,
): Promise<VenuePage> {
  const venue = await unwrap(api.POST('/api/venues/links/', { body: { link }, signal }));
  // The keys of queries.ts, which imports this module.
  client.setQueryData(['venues', 'detail', venue.id], venue);
  await client.invalidateQueries({ queryKey: ['venues', 'listing', null], refetchType: 'none' });
  return { results: [venue], count: 1, page: 1, pages: 1, page_size: 1 };
}
