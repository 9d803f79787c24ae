/**
 * Pause, unpause and delete for many requests: sent in parts, with one report of what succeeded, what failed and why.
 */
import type { QueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import type { BulkResult } from '@/api/reservation-types';
import type { GroupAction, GroupChange } from '@/entities/request/cache/group-changes';
import { changeCachedGroups } from '@/entities/request/cache/cached-groups';
import { TABLE } from './messages';

/** One call waits up to 3 s for tables that are being booked; with small parts the progress changes often. */
const PART = 50;

export type BulkOutcome = {
  action: GroupAction;
  results: BulkResult[];
};

/**
 * Run the action for all groups and show the server's answers; `onProgress` receives the number of answered groups.
 */
export async function actOnMany(
  queryClient: QueryClient,
  { action, ids }: { action: GroupAction; ids: readonly number[] },
  onProgress: (answered: number) => void,
): Promise<BulkOutcome> {
  const results: BulkResult[] = [];
  for (let from = 0; from < ids.length; from += PART) {
    const part = ids.slice(from, from + PART);
    try {
      const answer = await unwrap(
        api.POST('/api/reservations/bulk/', { body: { action, group_ids: part } }),
      );
      results.push(...answer.results);
      const shown = answer.groups.map((group) => [group.group_id, (): typeof group => group]);
      changeCachedGroups(queryClient, new Map(shown as [number, GroupChange][]));
    } catch (error) {
      // A failed part becomes part of the report; the others may still succeed.
      results.push(
        ...part.map((group_id) => ({
          group_id,
          done: false,
          code: 'failed',
          message: messageOf(error),
        })),
      );
    }
    onProgress(results.length);
  }
  return { action, results };
}

/** Failures with the same reason. */
type Failure = { reason: string; ids: number[] };
export type BulkReport = { title: string; failures: Failure[] };

/** `118 of 120 paused`, and the failures by reason. */
export function reportOf({ action, results }: BulkOutcome): BulkReport {
  const failed = results.filter(({ done }) => !done);
  const byReason = new Map<string, number[]>();
  for (const { message, group_id } of failed) {
    byReason.set(message, [...(byReason.get(message) ?? []), group_id]);
  }
  const worked = results.length - failed.length;
  return {
    title: TABLE.done(action, worked, results.length),
    failures: [...byReason].map(([reason, ids]) => ({ reason, ids })),
  };
}
