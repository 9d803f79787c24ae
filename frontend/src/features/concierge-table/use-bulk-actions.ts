import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast, type ToastIcon } from '@/ui/toast';
import type { GroupAction } from '@/entities/request/cache/group-changes';
import {
  countsQuery,
  existingRestaurantsQuery,
  reservationKeys,
} from '@/entities/request/cache/queries';
import { requestOnPage } from '@/entities/request/on-page';
import { refreshLists } from '@/entities/request/cache/cached-groups';
import { actOnMany, reportOf, type BulkReport } from './bulk-actions';

/** The progress of a bulk action. */
export type BulkProgress = { action: GroupAction; answered: number; of: number };

const ICONS: Record<GroupAction, ToastIcon> = {
  pause: 'paused',
  unpause: 'watching',
  delete: 'delete',
};

/** `onDone` receives the ids that failed: they stay selected. */
export function useBulkActions({ onDone }: { onDone: (failed: number[]) => void }) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [report, setReport] = useState<BulkReport | null>(null);
  const { mutate } = useMutation({
    mutationKey: reservationKeys.actions,
    mutationFn: ({ action, ids }: { action: GroupAction; ids: readonly number[] }) => {
      setProgress({ action, answered: 0, of: ids.length });
      return actOnMany(queryClient, { action, ids }, (answered) => {
        setProgress({ action, answered, of: ids.length });
      });
    },
    networkMode: 'always',
    onSuccess: (outcome) => {
      const made = reportOf(outcome);
      const failed = made.failures.flatMap(({ ids }) => ids);
      if (failed.length === 0) {
        toast({
          title: made.title,
          tone: 'watching',
          icon: ICONS[outcome.action],
          shownBy: outcome.results.map(({ group_id }) => requestOnPage(group_id)),
        });
      } else setReport(made);
      refreshLists(queryClient, new Set(failed));
      onDone(failed);
    },
    onSettled: () => {
      setProgress(null);
      for (const { queryKey } of [countsQuery, existingRestaurantsQuery]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
  return {
    progress,
    report,
    closeReport: () => {
      setReport(null);
    },
    act: (action: GroupAction, ids: readonly number[]) => {
      if (progress === null && ids.length > 0) mutate({ action, ids });
    },
  };
}
