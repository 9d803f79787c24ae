/**
 * How the table's groups come: the newest at once, the rest in long pages behind them, and later only what events
 * tell of. `shown.ts` writes the patches.
 */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { GroupPage } from '@/api/reservation-types';
import { groupListQuery, reservationKeys } from './queries';
import { withPage, type Desk } from './request-table';

/** After the first page, which fills a screen, as long as the server lets them be. */
const LONG_PAGE = 500;
/** The server takes so many ids in one call. */
const MOST_IDS = 100;
/** Above this many changed groups the whole list is the cheaper question. */
const MOST_CHANGED = 1000;
const PAUSE_MS = 250;

type Asked = { page: number; page_size: number } | { ids: number[]; page_size: number };

const ask = (query: Asked, signal?: AbortSignal) =>
  unwrap(api.GET('/api/reservations/', { params: { query }, ...(signal ? { signal } : {}) }));

export const deskQuery = queryOptions<Desk>({
  queryKey: reservationKeys.desk,
  queryFn: async ({ client, signal }) => {
    // Each page is shown as it comes, and what events wrote in the meantime stays.
    const show = (page: GroupPage) =>
      client.setQueryData<Desk>(reservationKeys.desk, (shown) => withPage(shown, page));
    const isRenewed = client.getQueryData(reservationKeys.desk) !== undefined;
    // The page that the list of cards begins with too: it may be on its way already.
    const first = await client.query({
      ...groupListQuery({}),
      // The whole is tried again, not each part of it.
      retry: false,
      ...(isRenewed ? { staleTime: 0 } : {}),
    });
    show(first);
    const pages = first.pages === 1 ? 0 : Math.ceil(first.count / LONG_PAGE);
    for (let page = 1; page <= pages; page += 1) {
      show(await ask({ page, page_size: LONG_PAGE }, signal));
    }
    return client.getQueryData<Desk>(reservationKeys.desk) ?? withPage(undefined, first);
  },
  // Events keep it true, and coming back to a lost connection asks for all of it.
  staleTime: 5 * 60_000,
  // Maps know no structural sharing; groups that did not change are the same objects anyway.
  structuralSharing: false,
});

type Pending = { changed: Set<number>; isAsking: boolean };
const pendings = new WeakMap<QueryClient, Pending>();

/** Asks for groups that changed: one call at a time, and what changes meanwhile goes with the next. */
export function refreshDesk(queryClient: QueryClient, changed: ReadonlySet<number>): void {
  const query = queryClient.getQueryCache().find<Desk>({ queryKey: reservationKeys.desk });
  if (query?.state.data === undefined) return;
  if (!query.isActive()) {
    query.invalidate();
    return;
  }
  const pending = pendings.get(queryClient) ?? { changed: new Set<number>(), isAsking: false };
  pendings.set(queryClient, pending);
  for (const id of changed) pending.changed.add(id);
  if (!pending.isAsking) void askChanged(queryClient, pending);
}

async function askChanged(queryClient: QueryClient, pending: Pending): Promise<void> {
  pending.isAsking = true;
  try {
    while (pending.changed.size > 0) {
      if (pending.changed.size > MOST_CHANGED) {
        pending.changed.clear();
        await queryClient.invalidateQueries({ queryKey: reservationKeys.desk });
        continue;
      }
      const ids = [...pending.changed].slice(0, MOST_IDS);
      for (const id of ids) pending.changed.delete(id);
      const page = await ask({ ids, page_size: MOST_IDS });
      queryClient.setQueryData<Desk>(reservationKeys.desk, (shown) =>
        shown === undefined ? shown : withPage(shown, page),
      );
      if (pending.changed.size > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  } catch {
    // The patches stand until the next word of the server.
    pending.changed.clear();
  } finally {
    pending.isAsking = false;
  }
}
