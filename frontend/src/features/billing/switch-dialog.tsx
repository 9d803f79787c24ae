import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
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
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={BILLING.switchTitle(offer.name)}
      description={switchText(offer, subscription)}
      footer={
        <>
          <Button onClick={onClose}>{BILLING.notNow}</Button>
          <Button
            variant="ink"
            pending={change.isPending}
            pendingLabel={BILLING.switching}
            onClick={() => {
              change.mutate(offer.tier, { onSuccess: () => onSwitched?.(), onSettled: onClose });
            }}
          >
            {BILLING.switchTo(offer.name)}
          </Button>
        </>
      }
    />
  );
}
