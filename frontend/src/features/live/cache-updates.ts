/**
 * Writes a batch of live events into the query cache: what is known at once, then the server's own word for
 * each group that changed. Lists keep their order; a list is asked again only when something may be missing.
 * How often the server is asked is the caller's business.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { meQuery } from '@/api/me';
import type { DurableEvent, SeenEvent, Sighting, Timeline } from '@/api/reservation-types';
import type { LiveBatch } from '@/realtime/connection';
import {
  outcomeNotes,
  seenNotes,
  sightingNotes,
  writeNotes,
  type Note,
} from '@/entities/request/live-notes';
import {
  inTurn,
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
  changeShown,
  changeSource,
  refreshLists,
  shownGroup,
} from '@/entities/request/cache/cached-groups';
import { withLines, withSighting } from '@/entities/request/cache/live-timeline';

/** Shows what a batch tells. What the server is to be asked about it is `askAbout`'s business. */
export function applyBatch(queryClient: QueryClient, batch: LiveBatch): void {
  patch(queryClient, batch);
  if (batch.refetch) void queryClient.invalidateQueries({ queryKey: reservationKeys.all });
  else if (batch.startedAt !== null) {
    dropOlderLists(queryClient, batch.startedAt);
    // Lines about tables have no number that says whether the story has them.
    void queryClient.invalidateQueries({ queryKey: reservationKeys.timelines });
  }
}

/** A list read before the connection stood may lack what happened in between; one that does not stays. */
function dropOlderLists(queryClient: QueryClient, seq: number): void {
  for (const queryKey of [reservationKeys.lists, reservationKeys.desk]) {
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
      changeSource(queryClient, event);
    } else if (event.type === 'watch.sightings') {
      for (const sighting of event.sightings) {
        notes.set(sighting.group_id, sightingNotes(sighting));
      }
      tellLines(queryClient, event.sightings);
    } else {
      add(event.group_id, withSeen(event));
      notes.set(event.group_id, seenNotes(event));
      tellSighting(queryClient, event);
    }
  }
  // After the live hints: an outcome is the later and the truer word on the same frame.
  for (const event of events) {
    if (event.type !== 'reservation.outcome') continue;
    add(event.group_id, withOutcome(event));
    notes.set(event.group_id, outcomeNotes(event));
  }
  writeNotes(queryClient, notes);
  changeShown(queryClient, new Map([...changes].map(([id, list]) => [id, inTurn(list)])));
}

function tellSighting(queryClient: QueryClient, event: SeenEvent): void {
  const member = shownGroup(queryClient, event.group_id)?.members.find(
    ({ id }) => id === event.reservation_id,
  );
  if (member === undefined) return;
  queryClient.setQueryData<Timeline>(reservationKeys.timeline(event.group_id), (timeline) =>
    timeline === undefined ? timeline : withSighting(timeline, event, member.date),
  );
}

function tellLines(queryClient: QueryClient, sightings: readonly Sighting[]): void {
  for (const groupId of new Set(sightings.map(({ group_id }) => group_id))) {
    const queryKey = reservationKeys.timeline(groupId);
    const lines = sightings.filter(({ group_id }) => group_id === groupId);
    queryClient.setQueryData<Timeline>(queryKey, (timeline) =>
      timeline === undefined ? timeline : withLines(timeline, lines),
    );
    // An answer on its way may have been read before the lines were written.
    if (queryClient.isFetching({ queryKey }) > 0) void askAgain(queryClient, queryKey);
  }
}

/** A first question that is still out is not asked again by invalidating alone. */
async function askAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

/** Makes what events have changed old news, so that what is on screen asks the server for it. */
export function askAbout(queryClient: QueryClient, events: readonly DurableEvent[]): void {
  const ofGroups = events.filter((event) => 'group_id' in event);
  const changed = new Set(ofGroups.map((event) => event.group_id));
  for (const groupId of changed) {
    void queryClient.invalidateQueries({ queryKey: reservationKeys.timeline(groupId) });
    void queryClient.invalidateQueries({ queryKey: reservationKeys.group(groupId) });
  }
  // News of the account or of the plan: what the user is and may do has changed.
  if (ofGroups.length < events.length) {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  }
  void queryClient.invalidateQueries({ queryKey: countsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: existingRestaurantsQuery.queryKey });
  // A press on its way asks when it ends; asking now would undo what it shows.
  if (queryClient.isMutating({ mutationKey: reservationKeys.actions }) === 0) {
    refreshLists(queryClient, changed);
  }
}
