/**
 * Reads and writes groups in the query cache: changes by events and actions, then the server's answer. The only
 * module that knows which queries hold groups.
 */
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Group, GroupPage, Source, SourceEvent } from '@/api/reservation-types';
import type { RequestTable } from './request-table';
import { refreshTable } from './request-table-query';
import { changeGroups, changeTable, type GroupChange, type GroupChanges } from './group-changes';
import { groupQuery, reservationKeys } from './queries';

/** Change groups in every query that holds them. */
export function changeCachedGroups(queryClient: QueryClient, changes: GroupChanges): void {
  if (changes.size === 0) return;
  changeData<RequestTable>(queryClient, reservationKeys.table, (table) =>
    changeTable(table, changes),
  );
  changeData<GroupPage>(queryClient, reservationKeys.lists, (page) => changeGroups(page, changes));
  for (const [groupId, change] of changes) {
    changeData<Group>(queryClient, reservationKeys.group(groupId), change);
  }
}

/**
 * Change the data of every query below this key. A query whose data the change does not concern is left alone, and
 * the others keep their age, invalidation and error: a change says nothing about what else the query may lack.
 */
function changeData<T>(queryClient: QueryClient, queryKey: QueryKey, change: (data: T) => T): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated, error, status } = query.state;
    if (data === undefined) continue;
    const changed = change(data as T);
    if (changed === data) continue;
    notifyManager.batch(() => {
      queryClient.setQueryData(query.queryKey, changed, { updatedAt: dataUpdatedAt });
      if (isInvalidated || error !== null) query.setState({ isInvalidated, error, status });
    });
  }
}

/** Replace the state of a platform in every query that holds it. */
export function changeCachedSource(queryClient: QueryClient, event: SourceEvent): void {
  const { platform, state, reason, reason_text, since } = event;
  const now = { platform, state, reason, reason_text, since };
  const withSource = <T extends { sources: Source[] }>(page: T): T => ({
    ...page,
    sources: page.sources.map((source) => (source.platform === platform ? now : source)),
  });
  changeData<RequestTable>(queryClient, reservationKeys.table, withSource);
  changeData<GroupPage>(queryClient, reservationKeys.lists, withSource);
}

/** Replace a group by the server's answer. */
export function cacheGroup(queryClient: QueryClient, group: Group): void {
  const change: GroupChange = () => group;
  changeCachedGroups(queryClient, new Map([[group.group_id, change]]));
}

/** Return the cached group, from whichever query holds it. */
export function cachedGroup(queryClient: QueryClient, groupId: number): Group | undefined {
  const inTable = queryClient
    .getQueryData<RequestTable>(reservationKeys.table)
    ?.groups.get(groupId);
  if (inTable !== undefined) return inTable;
  const pages = queryClient.getQueriesData<GroupPage>({ queryKey: reservationKeys.lists });
  for (const [, page] of pages) {
    const group = page?.groups.find((candidate) => candidate.group_id === groupId);
    if (group !== undefined) return group;
  }
  return queryClient.getQueryData<Group>(reservationKeys.group(groupId));
}

/** Request one group. Its row stays in place: a list is not reordered under the pointer. */
async function refreshGroup(queryClient: QueryClient, groupId: number): Promise<void> {
  cacheGroup(queryClient, await queryClient.query(groupQuery(groupId)));
}

/**
 * Request what the server knows after groups changed. The list of all groups is loaded again, because its counts and
 * warnings may have changed. A tab keeps its rows, so none vanishes while the user looks at it. The table requests
 * only the changed groups.
 */
export function refreshLists(queryClient: QueryClient, changed: ReadonlySet<number>): void {
  refreshTable(queryClient, changed);
  void queryClient.invalidateQueries({
    queryKey: reservationKeys.lists,
    predicate: (query) => !isTab(query),
  });
  for (const groupId of changed) {
    if (!isOnOpenTab(queryClient, groupId)) continue;
    // Without an answer the cached change stays until the next list.
    refreshGroup(queryClient, groupId).catch(() => undefined);
  }
  void queryClient.invalidateQueries({
    queryKey: reservationKeys.lists,
    predicate: isTab,
    refetchType: 'none',
  });
}

/** Remove cached empty lists: after the first request is filed they load instead of saying that there is none. */
export function dropEmptyLists(queryClient: QueryClient): void {
  queryClient.removeQueries({
    queryKey: reservationKeys.lists,
    predicate: ({ state }) => (state.data as GroupPage | undefined)?.groups.length === 0,
  });
  if (queryClient.getQueryData<RequestTable>(reservationKeys.table)?.groups.size === 0) {
    queryClient.removeQueries({ queryKey: reservationKeys.table });
  }
}

function isOnOpenTab(queryClient: QueryClient, groupId: number): boolean {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: reservationKeys.lists, predicate: isTab, type: 'active' })
    .some(({ state }) =>
      (state.data as GroupPage | undefined)?.groups.some((group) => group.group_id === groupId),
    );
}

function isTab({ queryKey }: { queryKey: QueryKey }): boolean {
  const filter = queryKey[reservationKeys.lists.length] as { status: string };
  return filter.status !== 'all';
}
