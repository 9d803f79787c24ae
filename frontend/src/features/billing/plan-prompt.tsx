/** The plans, shown where an action needs one. */
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { NotifyOffer } from '@/entities/request/notify-offer';
import { PlanCards } from './plan-cards';
import { subscriptionQuery } from './queries';
import { BILLING } from './messages';
import { PlansPending } from './plans-pending';
import { Dialog } from '@/ui/overlays/dialog';
import { LoadError } from '@/ui/load-error';
import { DIALOG_NAMES, PLANS } from './plan-prompt-messages';

/** `pro`: the action is for Pro. `subscribe`: the user has no plan. */
export type PlanReason = 'pro' | 'subscribe';

type Props = {
  reason: PlanReason | null;
  /** The request that needs no plan. */
  offer?: ComponentProps<typeof NotifyOffer> | undefined;
  onClose: () => void;
  /** The browser is about to open Stripe's page. */
  onLeave?: (() => void) | undefined;
};

export function PlanPrompt({ reason, offer, onClose, onLeave }: Props) {
  return (
    <Dialog
      open={reason !== null}
      onClose={onClose}
      wide
      title={reason === 'subscribe' ? PLANS.subscriptionsTitle : PLANS.proTitle}
      description={reason === 'subscribe' ? PLANS.subscribeLead : PLANS.proLead}
    >
      <Plans isUpgrade={reason === 'pro'} onSwitched={onClose} onLeave={onLeave} />
      {offer !== undefined && <NotifyOffer {...offer} />}
    </Dialog>
  );
}

function Plans({
  isUpgrade,
  onSwitched,
  onLeave,
}: { isUpgrade: boolean; onSwitched: () => void } & Pick<Props, 'onLeave'>) {
  const { data, isError, isFetching, refetch } = useQuery(subscriptionQuery);
  if (data !== undefined) {
    return (
      <PlanCards
        subscription={data}
        onSwitched={onSwitched}
        onLeave={onLeave}
        {...(isUpgrade ? { upgradeLabel: PLANS.upgrade } : { names: DIALOG_NAMES })}
      />
    );
  }
  return isError ? (
    <LoadError title={BILLING.loadFailed} onRetry={() => void refetch()} pending={isFetching} />
  ) : (
    <PlansPending />
  );
}
