/** What the request screens ask the server, and the keys under which the answers live. */
import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { Group, GroupPage, GroupStatus, SourceEvent } from '@/api/reservation-types';
import { changeGroups, type GroupChange, type GroupChanges } from './patch';

export type ListFilter = { status?: GroupStatus | undefined; page?: number | undefined };

export const reservationKeys = {
  all: ['reservations'] as const,
  lists: ['reservations', 'list'] as const,
  timeline: (groupId: number) => ['reservations', 'timeline', groupId] as const,
  group: (groupId: number) => ['reservations', 'group', groupId] as const,
  notes: ['reservations', 'notes'] as const,
  /** Presses on their way: pause, unpause, delete. */
  actions: ['reservations', 'action'] as const,
};

/** One page of groups, newest first. Kept true by live events, so a return to the tab asks only when old. */
export const groupListQuery = ({ status, page }: ListFilter) =>
  queryOptions({
    queryKey: [...reservationKeys.lists, { status: status ?? 'all', page: page ?? 1 }],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/reservations/', {
          params: {
            query: {
              ...(status === undefined ? {} : { status }),
              ...(page === undefined ? {} : { page }),
            },
          },
          signal,
        }),
      ),
    // The route asks before the page is there; asking again on arrival would only blink.
    retryOnMount: false,
  });

export const groupQuery = (groupId: number) =>
  queryOptions({
    queryKey: reservationKeys.group(groupId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/reservations/{group_id}/', {
          params: { path: { group_id: groupId } },
          signal,
        }),
      ),
    staleTime: 0,
  });

export const timelineQuery = (groupId: number) =>
  queryOptions({
    queryKey: reservationKeys.timeline(groupId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/reservations/{group_id}/timeline/', {
          params: { path: { group_id: groupId } },
          signal,
        }),
      ),
  });

export const countsQuery = queryOptions({
  queryKey: ['reservations', 'counts'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/reservations/counts/', { signal })),
});

export const existingRestaurantsQuery = queryOptions({
  queryKey: ['reservations', 'existing-restaurants'],
  queryFn: async ({ signal }) => {
    const answer = await unwrap(api.GET('/api/reservations/existing-restaurants/', { signal }));
    return answer.existing_restaurants;
  },
});

/** Changes groups wherever they are shown. */
export function changeShown(queryClient: QueryClient, changes: GroupChanges): void {
  queryClient.setQueriesData<GroupPage>({ queryKey: reservationKeys.lists }, (page) =>
    page === undefined ? page : changeGroups(page, changes),
  );
  for (const [groupId, change] of changes) {
    queryClient.setQueryData<Group>(reservationKeys.group(groupId), (group) =>
      group === undefined ? group : change(group),
    );
  }
}

/** Puts how a platform is doing now on every page of the list. */
export function changeSource(queryClient: QueryClient, event: SourceEvent): void {
  const { platform, state, reason, reason_text, since } = event;
  const now = { platform, state, reason, reason_text, since };
  queryClient.setQueriesData<GroupPage>({ queryKey: reservationKeys.lists }, (page) =>
    page === undefined
      ? page
      : {
          ...page,
          sources: page.sources.map((source) => (source.platform === platform ? now : source)),
        },
  );
}

/** Puts the server's word for a group in the place of what is shown. */
export function showGroup(queryClient: QueryClient, group: Group): void {
  const change: GroupChange = () => group;
  changeShown(queryClient, new Map([[group.group_id, change]]));
}

/** The group as it is shown now, from whichever page holds it. */
export function shownGroup(queryClient: QueryClient, groupId: number): Group | undefined {
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
 * may have changed with them; a tab keeps its rows, so that none vanishes while it is looked at.
 */
export function refreshLists(queryClient: QueryClient, changed: ReadonlySet<number>): void {
  void queryClient.invalidateQueries({
    queryKey: reservationKeys.lists,
    predicate: (query) => !isTab(query),
  });
  const tabs = queryClient
    .getQueryCache()
    .findAll({ queryKey: reservationKeys.lists, predicate: isTab });
  if (tabs.length === 0) return;
  for (const groupId of changed) {
    // The patch stands until the next list when the server does not answer now.
    refreshGroup(queryClient, groupId).catch(() => undefined);
  }
  void queryClient.invalidateQueries({
    queryKey: reservationKeys.lists,
    predicate: isTab,
    refetchType: 'none',
  });
}

function isTab({ queryKey }: { queryKey: QueryKey }): boolean {
  const filter = queryKey[reservationKeys.lists.length] as { status: string };
  return filter.status !== 'all';
}
