/** The call for the user's news, newest first and page by page, and the one that says how far they have read. */
import {
  infiniteQueryOptions,
  type InfiniteData,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type NewsPage = components['schemas']['NewsOut'];
export type NewsData = InfiniteData<NewsPage>;

/** Kept true by live events, so asking again is for what they may have missed. */
const STALE_MS = 5 * 60_000;

export const newsQuery = infiniteQueryOptions({
  queryKey: ['news'],
  queryFn: ({ pageParam, signal }): Promise<NewsPage> =>
    unwrap(
      api.GET('/api/notices/', {
        params: { query: pageParam === undefined ? {} : { before: pageParam } },
        signal,
      }),
    ),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ more, events }: NewsPage) => (more ? events.at(-1)?.seq : undefined),
  staleTime: STALE_MS,
});

/** Says that everything up to a number was read. When it fails the count simply stays. */
export function useMarkSeen() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (seen: number) => unwrap(api.PATCH('/api/notices/', { body: { seen } })),
    onSuccess: ({ seen, unseen }) => {
      queryClient.setQueryData(newsQuery.queryKey, (known) =>
        known === undefined ? known : withFirst(known, (first) => ({ ...first, seen, unseen })),
      );
    },
  });
}

/** The same pages with another first one, which alone counts what is new. */
export function withFirst(known: NewsData, change: (first: NewsPage) => NewsPage): NewsData {
  const [first, ...older] = known.pages;
  return first === undefined ? known : { ...known, pages: [change(first), ...older] };
}
