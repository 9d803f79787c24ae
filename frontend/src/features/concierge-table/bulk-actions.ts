/**
 * Pause, unpause and delete for many: sent in parts, and told in one report of what worked, what did not and why.
 */
import type { QueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import type { BulkResult } from '@/api/reservation-types';
import type { GroupAction, GroupChange } from '@/entities/request/cache/group-changes';
import { changeShown } from '@/entities/request/cache/cached-groups';

/** One call waits up to 3 s for tables that are being booked; smaller parts keep the count moving. */
const PART = 50;

export type BulkOutcome = {
  action: GroupAction;
  results: BulkResult[];
};

/** Sends the action for all of them and shows what the server answers; `onProgress` hears how many are answered. */
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
      changeShown(queryClient, new Map(shown as [number, GroupChange][]));
    } catch (error) {
      // One part that fails is part of the report; the others may still go through.
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

const DONE: Record<GroupAction, string> = {
  pause: 'paused',
  unpause: 'active again',
  delete: 'deleted',
};

/** Those with one reason stand together. */
export type Failure = { reason: string; ids: number[] };
export type BulkReport = { title: string; failures: Failure[] };

/** `118 of 120 paused`, and what became of the other two. */
export function reportOf({ action, results }: BulkOutcome): BulkReport {
  const failed = results.filter(({ done }) => !done);
  const byReason = new Map<string, number[]>();
  for (const { message, group_id } of failed) {
    byReason.set(message, [...(byReason.get(message) ?? []), group_id]);
  }
  const worked = results.length - failed.length;
  return {
    title:
      failed.length === 0
        ? `${requests(worked)} ${DONE[action]}`
        : `${worked} of ${requests(results.length)} ${DONE[action]}`,
    failures: [...byReason].map(([reason, ids]) => ({ reason, ids })),
  };
}

export function requests(number: number): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? 'request' : 'requests'}`;
}
