/** The notification list, newest first and page by page, and the call that marks it as read. */
import {
  infiniteQueryOptions,
  type InfiniteData,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type NotificationPage = components['schemas']['NewsOut'];
export type NotificationPages = InfiniteData<NotificationPage>;

/** Live events keep it current; reloading covers events that were lost. */
const STALE_MS = 5 * 60_000;

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: ({ pageParam, signal }): Promise<NotificationPage> =>
    unwrap(
      api.GET('/api/notices/', {
        params: { query: pageParam === undefined ? {} : { before: pageParam } },
        signal,
      }),
    ),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ more, events }: NotificationPage) => (more ? events.at(-1)?.seq : undefined),
  staleTime: STALE_MS,
});

/** Mark everything up to a number as read. After a failure the count stays. */
export function useMarkSeen() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (seen: number) => unwrap(api.PATCH('/api/notices/', { body: { seen } })),
    onSuccess: ({ seen, unseen }) => {
      queryClient.setQueryData(notificationsQuery.queryKey, (known) =>
        known === undefined ? known : withFirst(known, (first) => ({ ...first, seen, unseen })),
      );
    },
  });
}

/** Replace the first page. Only the first page has the unread count. */
export function withFirst(
  known: NotificationPages,
  change: (first: NotificationPage) => NotificationPage,
): NotificationPages {
  const [first, ...older] = known.pages;
  return first === undefined ? known : { ...known, pages: [change(first), ...older] };
}
