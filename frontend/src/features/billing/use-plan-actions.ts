/** The actions of the plan cards: which one runs, and what each starts. */
import { useState } from 'react';
import { isHttpUrl, isOwnUrl } from '@/lib/external-url';
import { useLeaving } from './use-leaving';
import type { Card } from './cards';
import { useCheckout, useManage } from './mutations';
import type { Offer } from './queries';

/** The action that a dialog asks the user to confirm. */
export type PlanQuestion = { what: 'switch'; offer: Offer } | { what: 'cancel' };

export function usePlanActions(onLeave?: () => void) {
  const checkout = useCheckout(onLeave);
  const manage = useManage();
  const [leaving, setLeaving] = useLeaving();
  const [question, setQuestion] = useState<PlanQuestion | null>(null);
  const isBusy = checkout.isPending || manage.isPending || leaving;

  function choosePlan({ offer, button }: Card) {
    if (isBusy || button === null) return;
    if (button.action === 'switch') {
      setQuestion({ what: 'switch', offer });
    } else if (button.action === 'manage') {
      openManage();
    } else {
      checkout.mutate(offer.tier, {
        onSuccess: ({ sessionUrl }) => {
          setLeaving(isHttpUrl(sessionUrl) && !isOwnUrl(sessionUrl));
        },
      });
    }
  }

  function openManage() {
    if (isBusy) return;
    manage.mutate(undefined, {
      onSuccess: ({ url }) => {
        setLeaving(isHttpUrl(url));
      },
    });
  }

  return {
    choosePlan,
    openManage,
    askCancel: () => {
      setQuestion({ what: 'cancel' });
    },
    question,
    /** An action runs: the others start nothing until it has ended. */
    isBusy,
    close: () => {
      setQuestion(null);
    },
    /** The plan whose checkout is being opened. */
    buying: checkout.isPending || (leaving && checkout.isSuccess) ? checkout.variables : null,
    managing: manage.isPending || (leaving && manage.isSuccess),
  };
}
