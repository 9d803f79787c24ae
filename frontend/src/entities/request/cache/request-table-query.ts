/**
 * How the table's groups load: the newest at once, the rest in long pages, and later only those that events name.
 * `cached-groups.ts` applies the events.
 */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { GroupPage } from '@/api/reservation-types';
import { whenIdle } from '@/lib/loading/when-idle';
import { groupListQuery, reservationKeys } from './queries';
import { withPage, type RequestTable } from './request-table';

/** Page size after the first page: the server's maximum. */
const LONG_PAGE = 500;
/** The server's maximum of ids in one call. */
const MOST_IDS = 100;
/** Above this many changed groups, loading the whole list is cheaper. */
const MOST_CHANGED = 1000;
const REFRESH_PAUSE_MS = 250;

type PageQuery = { page: number; page_size: number } | { ids: number[]; page_size: number };

const loadPage = (query: PageQuery, signal?: AbortSignal) =>
  unwrap(api.GET('/api/reservations/', { params: { query }, ...(signal ? { signal } : {}) }));

export const requestTableQuery = queryOptions<RequestTable>({
  queryKey: reservationKeys.table,
  queryFn: async ({ client, signal }) => {
    // Each page is shown when it arrives, and changes by events in between are kept.
    const show = (page: GroupPage) =>
      client.setQueryData<RequestTable>(reservationKeys.table, (shown) => withPage(shown, page));
    const isRenewed = client.getQueryData(reservationKeys.table) !== undefined;
    // The first page of the ticket list as well: it may already be loading.
    const first = await client.query({
      ...groupListQuery({}),
      // The query as a whole retries, not each part.
      retry: false,
      ...(isRenewed ? { staleTime: 0 } : {}),
    });
    show(first);
    const pages = first.pages === 1 ? 0 : Math.ceil(first.count / LONG_PAGE);
    // A long page keeps the server and the browser busy, so the first rows are painted before it is requested.
    if (pages > 0 && !isRenewed) await whenIdle();
    for (let page = 1; page <= pages; page += 1) {
      show(await loadPage({ page, page_size: LONG_PAGE }, signal));
    }
    return client.getQueryData<RequestTable>(reservationKeys.table) ?? withPage(undefined, first);
  },
  // Events keep it current, and a reconnect loads all of it.
  staleTime: 5 * 60_000,
  // Structural sharing does not support maps; unchanged groups are the same objects anyway.
  structuralSharing: false,
});

type Pending = { changed: Set<number>; isLoading: boolean };
const pendings = new WeakMap<QueryClient, Pending>();

/** Request groups that changed: one call at a time, and groups that change meanwhile go into the next call. */
export function refreshTable(queryClient: QueryClient, changed: ReadonlySet<number>): void {
  const query = queryClient.getQueryCache().find<RequestTable>({ queryKey: reservationKeys.table });
  if (query?.state.data === undefined) return;
  if (!query.isActive()) {
    query.invalidate();
    return;
  }
  const pending = pendings.get(queryClient) ?? { changed: new Set<number>(), isLoading: false };
  pendings.set(queryClient, pending);
  for (const id of changed) pending.changed.add(id);
  if (!pending.isLoading) void loadChanged(queryClient, pending);
}

async function loadChanged(queryClient: QueryClient, pending: Pending): Promise<void> {
  pending.isLoading = true;
  try {
    while (pending.changed.size > 0) {
      if (pending.changed.size > MOST_CHANGED) {
        pending.changed.clear();
        await queryClient.invalidateQueries({ queryKey: reservationKeys.table });
        continue;
      }
      const ids = [...pending.changed].slice(0, MOST_IDS);
      for (const id of ids) pending.changed.delete(id);
      const page = await loadPage({ ids, page_size: MOST_IDS });
      queryClient.setQueryData<RequestTable>(reservationKeys.table, (shown) =>
        shown === undefined ? shown : withPage(shown, page),
      );
      if (pending.changed.size > 0)
        await new Promise((resolve) => setTimeout(resolve, REFRESH_PAUSE_MS));
    }
  } catch {
    // The changes by events stay until the next answer.
    pending.changed.clear();
  } finally {
    pending.isLoading = false;
  }
}
