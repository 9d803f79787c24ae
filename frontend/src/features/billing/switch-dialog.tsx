import { ConfirmDialog } from '@/ui/overlays/dialog';
import { switchText } from './cards';
import { BILLING } from './messages';
import { useChangePlan } from './mutations';
import type { Offer, Subscription } from './queries';

type Props = {
  offer: Offer;
  subscription: Subscription;
  onClose: () => void;
  onSwitched?: (() => void) | undefined;
};

/** Says what a switch costs and when, before it is made. */
export function SwitchDialog({ offer, subscription, onClose, onSwitched }: Props) {
  const change = useChangePlan();
  return (
    <ConfirmDialog
      title={BILLING.switchTitle(offer.name)}
      description={switchText(offer, subscription)}
      keep={BILLING.notNow}
      confirm={BILLING.switchTo(offer.name)}
      pending={change.isPending}
      pendingLabel={BILLING.switching}
      onClose={onClose}
      onConfirm={() => {
        change.mutate(offer.tier, { onSuccess: () => onSwitched?.(), onSettled: onClose });
      }}
    />
  );
}
