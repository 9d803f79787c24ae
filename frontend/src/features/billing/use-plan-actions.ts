/** The presses on plan cards: which is under way, and what each one starts. */
import { useState } from 'react';
import { isAddress, isOurs } from '@/lib/external-url';
import { useLeaving } from './use-leaving';
import type { Card } from './cards';
import { useCheckout, useManage } from './mutations';
import type { Offer } from './queries';

/** What a dialog asks before it is done. */
export type Asked = { what: 'switch'; offer: Offer } | { what: 'cancel' };

export function usePlanActions(onLeave?: () => void) {
  const checkout = useCheckout(onLeave);
  const manage = useManage();
  const [leaving, setLeaving] = useLeaving();
  const [asked, setAsked] = useState<Asked | null>(null);
  const isBusy = checkout.isPending || manage.isPending || leaving;

  function press({ offer, button }: Card) {
    if (isBusy || button === null) return;
    if (button.action === 'switch') {
      setAsked({ what: 'switch', offer });
    } else if (button.action === 'manage') {
      openManage();
    } else {
      checkout.mutate(offer.tier, {
        onSuccess: ({ sessionUrl }) => {
          setLeaving(isAddress(sessionUrl) && !isOurs(sessionUrl));
        },
      });
    }
  }

  function openManage() {
    if (isBusy) return;
    manage.mutate(undefined, {
      onSuccess: ({ url }) => {
        setLeaving(isAddress(url));
      },
    });
  }

  return {
    press,
    openManage,
    askCancel: () => {
      setAsked({ what: 'cancel' });
    },
    asked,
    close: () => {
      setAsked(null);
    },
    /** The plan whose checkout is on its way. */
    buying: checkout.isPending || (leaving && checkout.isSuccess) ? checkout.variables : null,
    managing: manage.isPending || (leaving && manage.isSuccess),
  };
}
