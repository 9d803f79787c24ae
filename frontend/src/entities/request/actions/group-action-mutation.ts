/**
 * Pause, unpause and delete. What the press will do is shown at once and taken back when it fails; when a
 * booking call is in flight the server's own answer stands: stopping, or booked already.
 */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError, messageOf } from '@/api/errors';
import type { Group, GroupAnswer } from '@/api/reservation-types';
import { toast } from '@/ui/toast';
import { withAction, type GroupAction } from '../cache/group-changes';
import { countsQuery, existingRestaurantsQuery, reservationKeys } from '../cache/queries';
import { changeShown, refreshLists, showGroup, shownGroup } from '../cache/cached-groups';

export type Press = { action: GroupAction; groupId: number };

const NOT_DONE: Record<GroupAction, string> = {
  pause: 'Not paused',
  unpause: 'Not unpaused',
  delete: 'Not deleted',
};

/** `onOverLimit` gets the sentence of a refused unpause, for the dialog. */
export function useGroupAction({ onOverLimit }: { onOverLimit: (message: string) => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: reservationKeys.actions,
    mutationFn: ({ action, groupId }: Press) => send(action, groupId),
    // Without a network it fails and says so; waiting in silence would show a pause that is none.
    networkMode: 'always',
    onMutate: async ({ action, groupId }) => {
      await queryClient.cancelQueries({ queryKey: reservationKeys.lists });
      const before = shownGroup(queryClient, groupId);
      changeShown(queryClient, new Map([[groupId, withAction(action)]]));
      return { before, shown: shownGroup(queryClient, groupId) };
    },
    onSuccess: (answer) => {
      showGroup(queryClient, answer.group);
      if (answer.code === 'stopping') {
        toast({ title: 'Stopping', text: answer.message, tone: 'seen' });
      }
    },
    onError: (error, { action, groupId }, shown) => {
      takeBack(queryClient, groupId, shown);
      if (error instanceof ApiError && error.code === 'over_limit') {
        onOverLimit(error.message);
      } else {
        const booked = error instanceof ApiError && error.code === 'already_booked';
        toast({
          title: booked ? 'Already booked' : NOT_DONE[action],
          text: messageOf(error),
          tone: booked ? 'confirmed' : 'unsuccessful',
        });
      }
    },
    onSettled: (_answer, _error, { groupId }) => {
      // With another press still on its way its own end asks; asking now would undo what it shows.
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

/** Puts back what was shown, unless an event has told something newer in the meantime. */
function takeBack(
  queryClient: QueryClient,
  groupId: number,
  pressed: { before: Group | undefined; shown: Group | undefined } | undefined,
): void {
  if (pressed?.before === undefined) return;
  if (shownGroup(queryClient, groupId) !== pressed.shown) return;
  showGroup(queryClient, pressed.before);
}
