/**
 * Writes a batch of live events into the query cache: what is known at once, then the server's state of each group
 * that changed. Lists keep their order; a list is loaded again only if something may be missing. The caller decides
 * how often the server is asked.
 */
import {
  defaultScheduler,
  notifyManager,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { meQuery } from '@/api/me';
import type { DurableEvent, SeenEvent, Sighting, Timeline } from '@/api/reservation-types';
import type { LiveBatch } from '@/realtime/connection';
import {
  openingNotes,
  outcomeNotes,
  seenNotes,
  sightingNotes,
  writeNotes,
  type Note,
} from '@/entities/request/live-notes';
import {
  composeChanges,
  withOpening,
  withOutcome,
  withSeen,
  withTick,
  type GroupChange,
} from '@/entities/request/cache/group-changes';
import {
  countsQuery,
  existingRestaurantsQuery,
  reservationKeys,
} from '@/entities/request/cache/queries';
import {
  changeCachedGroups,
  changeCachedSource,
  refreshLists,
} from '@/entities/request/cache/cached-groups';
import { withEntries, withSighting } from '@/entities/request/cache/live-timeline';

/** Apply a batch to the cache. `refetchChanged` then loads what the batch does not contain. */
export function applyBatch(queryClient: QueryClient, batch: LiveBatch): void {
  renderInThisTask(() => {
    patch(queryClient, batch);
  });
  if (batch.refetch) void queryClient.invalidateQueries({ queryKey: reservationKeys.all });
  else if (batch.startedAt !== null) {
    dropOlderLists(queryClient, batch.startedAt);
    // Sightings have no number by which a cached timeline could tell that it has them.
    void queryClient.invalidateQueries({ queryKey: reservationKeys.timelines });
  }
}

/**
 * Run a change of the cache so that all components render it together at the end of the current task. By default,
 * TanStack Query notifies them with a timer for each changed query, and each timer waits for other tasks of the
 * browser.
 */
function renderInThisTask(change: () => void): void {
  notifyManager.setScheduler(queueMicrotask);
  try {
    notifyManager.batch(change);
  } finally {
    notifyManager.setScheduler(defaultScheduler);
  }
}

/** A list that was read before the connection was ready may lack events; a newer one stays. */
function dropOlderLists(queryClient: QueryClient, seq: number): void {
  for (const queryKey of [reservationKeys.lists, reservationKeys.table]) {
    void queryClient.invalidateQueries({
      queryKey,
      predicate: ({ state }) => {
        const read = state.data as { seq: number } | undefined;
        return read === undefined || read.seq < seq;
      },
    });
  }
}

function patch(queryClient: QueryClient, { events, live }: LiveBatch): void {
  const changes = new Map<number, GroupChange[]>();
  const notes = new Map<number, Note[]>();
  const add = (groupId: number, change: GroupChange) => {
    changes.set(groupId, [...(changes.get(groupId) ?? []), change]);
  };
  for (const event of live) {
    if (event.type === 'watch.ticks') {
      for (const tick of event.ticks) add(tick.group_id, withTick(tick));
    } else if (event.type === 'source.state') {
      changeCachedSource(queryClient, event);
    } else if (event.type === 'watch.sightings') {
      for (const sighting of event.sightings) {
        notes.set(sighting.group_id, sightingNotes(sighting));
      }
      addEntries(queryClient, event.sightings);
    } else {
      add(event.group_id, withSeen(event));
      notes.set(event.group_id, seenNotes(event));
      addSighting(queryClient, event);
    }
  }
  // After the live events: an outcome is newer than the live events of the same frame.
  for (const event of events) {
    if (event.type === 'reservation.opening') {
      add(event.group_id, withOpening(event));
      notes.set(event.group_id, openingNotes(event));
    }
    if (event.type !== 'reservation.outcome') continue;
    add(event.group_id, withOutcome(event));
    notes.set(event.group_id, outcomeNotes(event));
  }
  writeNotes(queryClient, notes);
  changeCachedGroups(
    queryClient,
    new Map([...changes].map(([id, list]) => [id, composeChanges(list)])),
  );
}

function addSighting(queryClient: QueryClient, event: SeenEvent): void {
  queryClient.setQueryData<Timeline>(reservationKeys.timeline(event.group_id), (timeline) =>
    timeline === undefined ? timeline : withSighting(timeline, event),
  );
}

function addEntries(queryClient: QueryClient, sightings: readonly Sighting[]): void {
  for (const groupId of new Set(sightings.map(({ group_id }) => group_id))) {
    const queryKey = reservationKeys.timeline(groupId);
    const entries = sightings.filter(({ group_id }) => group_id === groupId);
    queryClient.setQueryData<Timeline>(queryKey, (timeline) =>
      timeline === undefined ? timeline : withEntries(timeline, entries),
    );
    // The answer in flight may have been read before the entries were written.
    if (queryClient.isFetching({ queryKey }) > 0) void refetchNow(queryClient, queryKey);
  }
}

/** Invalidating does not repeat a first request that is still in flight. */
async function refetchNow(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

/** Invalidate what events have changed, so that what is on screen loads again. */
export function refetchChanged(queryClient: QueryClient, events: readonly DurableEvent[]): void {
  const ofGroups = events.filter((event) => 'group_id' in event);
  const changed = new Set(ofGroups.map((event) => event.group_id));
  for (const groupId of changed) {
    void queryClient.invalidateQueries({ queryKey: reservationKeys.timeline(groupId) });
    void queryClient.invalidateQueries({ queryKey: reservationKeys.group(groupId) });
  }
  // Events without a group are about the account or the plan: the user has changed.
  if (ofGroups.length < events.length) {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  }
  // A confirmed address and another plan change what is watched.
  if (events.some(({ type }) => type === 'user.changed')) {
    void queryClient.invalidateQueries({ queryKey: reservationKeys.all });
  }
  if (events.some(({ type }) => type === 'weekly_rule.changed')) {
    void queryClient.invalidateQueries({ queryKey: reservationKeys.weekly });
  }
  void queryClient.invalidateQueries({ queryKey: countsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: existingRestaurantsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: reservationKeys.venues });
  void queryClient.invalidateQueries({ queryKey: reservationKeys.swaps });
  refreshAfterActions(queryClient, changed);
}

/** The groups that changed while an action was running. */
const waiting = new WeakMap<QueryClient, Set<number>>();

/** Refresh the lists, but not before running actions have ended: that would undo what they show. */
function refreshAfterActions(queryClient: QueryClient, changed: ReadonlySet<number>): void {
  const areRunning = () => queryClient.isMutating({ mutationKey: reservationKeys.actions }) > 0;
  const ids = waiting.get(queryClient);
  if (ids !== undefined) {
    for (const id of changed) ids.add(id);
  } else if (areRunning()) {
    const first = new Set(changed);
    waiting.set(queryClient, first);
    const leave = queryClient.getMutationCache().subscribe(() => {
      if (areRunning()) return;
      leave();
      waiting.delete(queryClient);
      refreshLists(queryClient, first);
    });
  } else {
    refreshLists(queryClient, changed);
  }
}
