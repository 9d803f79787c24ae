/** Polls after a visit to Stripe's pages until the plan here is what was chosen there. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { meQuery } from '@/api/me';
import { isPaid, waitForPlan } from './await-payment';

/** `success`, `canceled`: from the checkout page, which says so; `visit`: from Stripe's management page. */
export type Return = 'success' | 'canceled' | 'visit';

export type CheckoutState = 'waiting' | 'confirmed' | 'late';

/** Webhooks about changes on the management page arrive within seconds. */
const VISIT_POLL_DELAYS_MS = [2000, 5000, 10_000];

export function useCheckoutReturn(returned: Return | null, onConfirmed: () => void) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<CheckoutState>('waiting');
  const [attempt, setAttempt] = useState(1);
  const confirm = useEffectEvent(onConfirmed);

  useEffect(() => {
    if (returned !== 'success') return;
    const interest = new AbortController();
    void waitForPlan({ queryClient, until: isPaid, signal: interest.signal }).then((paid) => {
      if (interest.signal.aborted) return;
      setState(paid ? 'confirmed' : 'late');
      if (paid) confirm();
    });
    return () => {
      interest.abort();
    };
  }, [returned, attempt, queryClient]);

  useEffect(() => {
    if (returned !== 'visit') return;
    const timers = VISIT_POLL_DELAYS_MS.map((ms) =>
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }), ms),
    );
    return () => {
      timers.forEach(clearTimeout);
    };
  }, [returned, queryClient]);

  return {
    state,
    lookAgain: () => {
      setState('waiting');
      setAttempt(attempt + 1);
    },
  };
}
