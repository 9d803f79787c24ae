/**
 * Pause, unpause and delete. The result is shown at once and undone after a failure. While a booking call is in
 * flight the server's answer is shown instead: stopping, or already booked.
 */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError, messageOf } from '@/api/errors';
import type { Group, GroupAnswer } from '@/api/reservation-types';
import { toast } from '@/ui/toast';
import { messages } from '../messages';
import { requestOnPage } from '../on-page';
import { withAction, type GroupAction } from '../cache/group-changes';
import { countsQuery, existingRestaurantsQuery, reservationKeys } from '../cache/queries';
import { changeCachedGroups, refreshLists, cacheGroup, cachedGroup } from '../cache/cached-groups';

export type GroupActionCall = { action: GroupAction; groupId: number };

/** `onOverLimit` receives the sentence of a refused unpause, for the dialog. */
export function useGroupAction({ onOverLimit }: { onOverLimit: (message: string) => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: reservationKeys.actions,
    mutationFn: ({ action, groupId }: GroupActionCall) => send(action, groupId),
    // Without a network it fails at once. A delayed call would show a pause that has not happened.
    networkMode: 'always',
    onMutate: async ({ action, groupId }) => {
      await queryClient.cancelQueries({ queryKey: reservationKeys.lists });
      const before = cachedGroup(queryClient, groupId);
      changeCachedGroups(queryClient, new Map([[groupId, withAction(action)]]));
      return { before, shown: cachedGroup(queryClient, groupId) };
    },
    onSuccess: (answer) => {
      cacheGroup(queryClient, answer.group);
      if (answer.code === 'stopping') {
        const { message: text } = answer;
        const shownBy = [requestOnPage(answer.group.group_id)];
        toast({ title: messages.stopping, text, tone: 'seen', icon: 'stopping', shownBy });
      }
    },
    onError: (error, { action, groupId }, shown) => {
      undo(queryClient, groupId, shown);
      if (error instanceof ApiError && error.code === 'over_limit') {
        onOverLimit(error.message);
      } else {
        const booked = error instanceof ApiError && error.code === 'already_booked';
        toast({
          title: booked ? messages.alreadyBooked : messages.notDone[action],
          text: messageOf(error),
          tone: booked ? 'confirmed' : 'unsuccessful',
        });
      }
    },
    onSettled: (_answer, _error, { groupId }) => {
      // If another action is in flight, its end reloads the lists; reloading now would undo what it shows.
      if (queryClient.isMutating({ mutationKey: reservationKeys.actions }) === 1) {
        refreshLists(queryClient, new Set([groupId]));
      }
      for (const queryKey of [
        countsQuery.queryKey,
        existingRestaurantsQuery.queryKey,
        reservationKeys.timeline(groupId),
      ]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}

function send(action: GroupAction, groupId: number): Promise<GroupAnswer> {
  const params = { path: { group_id: groupId } };
  switch (action) {
    case 'pause':
      return unwrap(api.POST('/api/reservations/{group_id}/pause/', { params }));
    case 'unpause':
      return unwrap(api.POST('/api/reservations/{group_id}/unpause/', { params }));
    case 'delete':
      return unwrap(api.DELETE('/api/reservations/{group_id}/', { params }));
  }
}

/** Restore the group as it was, unless an event has changed it since. */
function undo(
  queryClient: QueryClient,
  groupId: number,
  change: { before: Group | undefined; shown: Group | undefined } | undefined,
): void {
  if (change?.before === undefined) return;
  if (cachedGroup(queryClient, groupId) !== change.shown) return;
  cacheGroup(queryClient, change.before);
}
