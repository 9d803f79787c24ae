/** The calls for stories. Both are public and return whole stories. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type Blog = components['schemas']['BlogOut'];

const STALE_MS = 5 * 60_000;

/** The stories of the carousel, newest first. */
export const featuredBlogsQuery = queryOptions({
  queryKey: ['blogs', 'featured'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/blog/featured/', { signal })),
  staleTime: STALE_MS,
});

export const blogQuery = (slug: string) =>
  queryOptions({
    queryKey: ['blogs', 'story', slug],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/blog/{slug}/', { params: { path: { slug } }, signal })),
    staleTime: STALE_MS,
  });

/** The story from the carousel's data, so that a click shows it at once; else undefined. */
export function knownBlog(queryClient: QueryClient, slug: string): Blog | undefined {
  const featured = queryClient.getQueryData(featuredBlogsQuery.queryKey);
  return featured?.find((blog) => blog.slug === slug);
}
