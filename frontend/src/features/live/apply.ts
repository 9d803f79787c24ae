/**
 * Writes a batch of live events into the query cache: what is known at once, then the server's own word for
 * each group that changed. Lists keep their order; a list is asked again only when something may be missing.
 */
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '@/api/me';
import type { GroupPage } from '@/api/reservation-types';
import type { LiveBatch } from '@/realtime/connection';
import { outcomeNotes, seenNotes, writeNotes } from '@/features/reservations/notes';
import {
  inTurn,
  withOutcome,
  withSeen,
  withTick,
  type GroupChange,
} from '@/features/reservations/patch';
import {
  changeShown,
  countsQuery,
  existingRestaurantsQuery,
  refreshGroup,
  reservationKeys,
  shownGroup,
} from '@/features/reservations/queries';

export function applyBatch(queryClient: QueryClient, batch: LiveBatch): void {
  patch(queryClient, batch);
  if (batch.refetch) {
    void queryClient.invalidateQueries({ queryKey: reservationKeys.all });
    return;
  }
  if (batch.startedAt !== null) dropOlderLists(queryClient, batch.startedAt);
  ask(queryClient, batch);
}

/** A list read before the connection stood may lack what happened in between; one that does not stays. */
function dropOlderLists(queryClient: QueryClient, seq: number): void {
  void queryClient.invalidateQueries({
    queryKey: reservationKeys.lists,
    predicate: ({ state }) => {
      const page = state.data as GroupPage | undefined;
      return page === undefined || page.seq < seq;
    },
  });
}

function patch(queryClient: QueryClient, { events, live }: LiveBatch): void {
  const changes = new Map<number, GroupChange[]>();
  const add = (groupId: number, change: GroupChange) => {
    changes.set(groupId, [...(changes.get(groupId) ?? []), change]);
  };
  for (const event of live) {
    if (event.type === 'watch.ticks') {
      for (const tick of event.ticks) add(tick.group_id, withTick(tick));
    } else {
      add(event.group_id, withSeen(event));
      writeNotes(queryClient, event.group_id, seenNotes(event));
    }
  }
  // After the live hints: an outcome is the later and the truer word on the same frame.
  for (const event of events) {
    if (event.type !== 'reservation.outcome') continue;
    add(event.group_id, withOutcome(event));
    writeNotes(queryClient, event.group_id, outcomeNotes(event));
  }
  changeShown(queryClient, new Map([...changes].map(([id, list]) => [id, inTurn(list)])));
}

function ask(queryClient: QueryClient, { events, live }: LiveBatch): void {
  const changed = new Set(
    events.filter((event) => event.type !== 'account.attention').map((event) => event.group_id),
  );
  const seen = live.filter((event) => event.type === 'watch.seen').map((event) => event.group_id);
  for (const groupId of new Set([...changed, ...seen])) {
    void queryClient.invalidateQueries({ queryKey: reservationKeys.timeline(groupId) });
  }
  if (events.some((event) => event.type === 'account.attention')) {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: reservationKeys.lists });
  }
  if (changed.size === 0) return;

  void queryClient.invalidateQueries({ queryKey: countsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: existingRestaurantsQuery.queryKey });
  const unknown = [...changed].some((groupId) => shownGroup(queryClient, groupId) === undefined);
  // An answer that is on its way may have been written before the event: it must not have the last word.
  const onItsWay = queryClient.isFetching({ queryKey: reservationKeys.lists }) > 0;
  if (unknown || onItsWay) {
    void queryClient.invalidateQueries({ queryKey: reservationKeys.lists });
    return;
  }
  for (const groupId of changed) {
    // The patch stands until the next list when the server does not answer now.
    refreshGroup(queryClient, groupId).catch(() => undefined);
  }
}
