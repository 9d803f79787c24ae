/** The readiness of a request. Its key is below the timeline's, so an event about the request loads it again. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { Readiness, ReadinessLine } from '@/api/reservation-types';
import { reservationKeys } from '@/entities/request/cache/queries';
import { learnServerTime } from '@/lib/server-clock';

const RUNNING_MS = 2_000;
const UNREADY_MS = 5_000;
const READY_MS = 15_000;

export const readinessKey = (groupId: number) => [
  ...reservationKeys.timeline(groupId),
  'readiness',
];

/**
 * Polls the readiness often while a line may turn ready or a rehearsal runs, because no event reports these changes.
 */
export const readinessQuery = (groupId: number) =>
  queryOptions({
    queryKey: readinessKey(groupId),
    queryFn: async ({ signal }) => {
      const sentAt = Date.now();
      const answer = await unwrap(
        api.GET('/api/reservations/{group_id}/readiness/', {
          params: { path: { group_id: groupId } },
          signal,
        }),
      );
      learnServerTime(Date.parse(answer.now), sentAt);
      return answer;
    },
    refetchInterval: ({ state }) => reloadAfter(state.data),
    staleTime: 0,
  });

export function reloadAfter(readiness: Readiness | undefined): number {
  if (readiness?.rehearsal?.finished_at === null) return RUNNING_MS;
  return readiness?.lines.some(mayTurnReady) ? UNREADY_MS : READY_MS;
}

/** An unknown fee becomes known only when a table opens. */
function mayTurnReady({ check, state }: ReadinessLine): boolean {
  return state === 'failed' || (state !== 'ok' && check !== 'fee');
}
