import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/api/errors';
import { ConfirmDialog } from '@/ui/overlays/dialog';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { BILLING } from './messages';
import { useCancelPlan } from './mutations';
import { accessEndQuery } from './queries';

/** Confirms that the plan is to be canceled, and says until when it lasts. */
export function CancelDialog({ onClose }: { onClose: () => void }) {
  const cancel = useCancelPlan();
  return (
    <ConfirmDialog
      title={BILLING.cancelTitle}
      keep={BILLING.keep}
      confirm={BILLING.cancelConfirm}
      pending={cancel.isPending}
      pendingLabel={BILLING.canceling}
      onClose={onClose}
      onConfirm={() => {
        cancel.mutate(undefined, { onSettled: onClose });
      }}
    >
      <AccessEnd />
    </ConfirmDialog>
  );
}

/** Mounted with the dialog, so each opening requests the date again. */
function AccessEnd() {
  const { data, error } = useQuery(accessEndQuery);
  return (
    <div className="grid gap-3" aria-live="polite">
      {error !== null && <Notice tone="unsuccessful" title={messageOf(error)} />}
      {data !== undefined && <p className="font-semibold">{data.message}</p>}
      {data === undefined && error === null && <Skeleton className="h-5 w-80 max-w-full" />}
      <p className="text-ink-soft">{BILLING.cancelAfter}</p>
    </div>
  );
}
