/** Pause, Unpause and Delete with the dialogs in between. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Group } from '@/api/reservation-types';
import { lazyComponent } from '@/ui/lazy-component';
import { useGroupAction } from './group-action-mutation';
import { unpauseIsOverLimit } from '../limits';
import { messages } from '../messages';
import type { GroupAction } from '../cache/group-changes';
import { countsQuery } from '../cache/queries';

const loadDialogs = () => import('./action-dialogs');
const DeleteDialog = lazyComponent(async () => (await loadDialogs()).DeleteDialog);
const OverLimitDialog = lazyComponent(async () => (await loadDialogs()).OverLimitDialog);

export function useGroupActions() {
  const queryClient = useQueryClient();
  const [deleting, setDeleting] = useState<Group | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutate } = useGroupAction({ onOverLimit: setRefusal });

  const act = useCallback(
    (action: GroupAction, group: Group) => {
      if (action === 'delete') {
        setDeleting(group);
        return;
      }
      const counts = queryClient.getQueryData(countsQuery.queryKey);
      const refused =
        action === 'unpause' &&
        counts !== undefined &&
        unpauseIsOverLimit({
          total: counts.total_reservations,
          dates: group.dates.length,
          limit: counts.limit,
        });
      if (refused) setRefusal(messages.unpauseOverLimit);
      else mutate({ action, groupId: group.group_id });
    },
    [mutate, queryClient],
  );

  const dialogs = (
    <>
      {deleting !== null && (
        <DeleteDialog
          group={deleting}
          onClose={() => {
            setDeleting(null);
          }}
          onDelete={() => {
            setDeleting(null);
            mutate({ action: 'delete', groupId: deleting.group_id });
          }}
        />
      )}
      {refusal !== null && (
        <OverLimitDialog
          message={refusal}
          onClose={() => {
            setRefusal(null);
          }}
        />
      )}
    </>
  );
  return { act, dialogs };
}
