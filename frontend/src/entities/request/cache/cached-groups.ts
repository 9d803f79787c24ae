/**
 * Writes to what is on screen: patches of events and presses, then the server's own word for what changed. A caller that
 * shows a group reads it from the query cache, so this is the one place that knows where groups are kept.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Group, GroupPage, Source, SourceEvent } from '@/api/reservation-types';
import { changeDesk, type Desk } from './request-table';
import { refreshDesk } from './request-table-query';
import { changeGroups, type GroupChange, type GroupChanges } from './group-changes';
import { groupQuery, reservationKeys } from './queries';

/** Changes groups wherever they are shown. */
export function changeShown(queryClient: QueryClient, changes: GroupChanges): void {
  if (changes.size === 0) return;
  changeDeskShown(queryClient, (desk) => changeDesk(desk, changes));
  queryClient.setQueriesData<GroupPage>({ queryKey: reservationKeys.lists }, (page) =>
    page === undefined ? page : changeGroups(page, changes),
  );
  for (const [groupId, change] of changes) {
    queryClient.setQueryData<Group>(reservationKeys.group(groupId), (group) =>
      group === undefined ? group : change(group),
    );
  }
}

function changeDeskShown(queryClient: QueryClient, change: (desk: Desk) => Desk): void {
  queryClient.setQueryData<Desk>(reservationKeys.desk, (desk) =>
    desk === undefined ? desk : change(desk),
  );
}

/** Puts how a platform is doing now wherever it is told. */
export function changeSource(queryClient: QueryClient, event: SourceEvent): void {
  const { platform, state, reason, reason_text, since } = event;
  const now = { platform, state, reason, reason_text, since };
  const told = <T extends { sources: Source[] }>(page: T): T => ({
    ...page,
    sources: page.sources.map((source) => (source.platform === platform ? now : source)),
  });
  changeDeskShown(queryClient, told);
  queryClient.setQueriesData<GroupPage>({ queryKey: reservationKeys.lists }, (page) =>
    page === undefined ? page : told(page),
  );
}

/** Puts the server's word for a group in the place of what is shown. */
export function showGroup(queryClient: QueryClient, group: Group): void {
  const change: GroupChange = () => group;
  changeShown(queryClient, new Map([[group.group_id, change]]));
}

/** The group as it is shown now, from whatever holds it. */
export function shownGroup(queryClient: QueryClient, groupId: number): Group | undefined {
  const atDesk = queryClient.getQueryData<Desk>(reservationKeys.desk)?.groups.get(groupId);
  if (atDesk !== undefined) return atDesk;
  const pages = queryClient.getQueriesData<GroupPage>({ queryKey: reservationKeys.lists });
  for (const [, page] of pages) {
    const group = page?.groups.find((candidate) => candidate.group_id === groupId);
    if (group !== undefined) return group;
  }
  return queryClient.getQueryData<Group>(reservationKeys.group(groupId));
}

/** Asks the server about one group. Its row stays where it is: a list is not reshuffled under a pointer. */
export async function refreshGroup(queryClient: QueryClient, groupId: number): Promise<void> {
  showGroup(queryClient, await queryClient.query(groupQuery(groupId)));
}

/**
 * Takes the server's word after groups changed. The list of all is asked again, since its counts and warnings
 * may have changed with them; a tab keeps its rows, so that none vanishes while it is looked at. The desk asks
 * for the changed groups alone.
 */
export function refreshLists(queryClient: QueryClient, changed: ReadonlySet<number>): void {
  refreshDesk(queryClient, changed);
  void queryClient.invalidateQueries({
    queryKey: reservationKeys.lists,
    predicate: (query) => !isTab(query),
  });
  for (const groupId of changed) {
    if (!isOnOpenTab(queryClient, groupId)) continue;
    // The patch stands until the next list when the server does not answer now.
    refreshGroup(queryClient, groupId).catch(() => undefined);
  }
  void queryClient.invalidateQueries({
    queryKey: reservationKeys.lists,
    predicate: isTab,
    refetchType: 'none',
  });
}

/** Drops the lists that are cached as empty: after a request was filed they load instead of saying that there is none. */
export function forgetEmptyLists(queryClient: QueryClient): void {
  queryClient.removeQueries({
    queryKey: reservationKeys.lists,
    predicate: ({ state }) => (state.data as GroupPage | undefined)?.groups.length === 0,
  });
  if (queryClient.getQueryData<Desk>(reservationKeys.desk)?.groups.size === 0) {
    queryClient.removeQueries({ queryKey: reservationKeys.desk });
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
