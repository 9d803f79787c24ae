/**
 * Waits for Stripe's word. A payment or a change is done at Stripe first; the plan here follows with Stripe's
 * message a moment later. So the subscription is asked for a while, and once it is as expected everything that
 * depends on the plan is asked again: a gate is gone without a reload.
 */
import type { QueryClient } from '@tanstack/react-query';
import { isLive } from './cards';
import { type Subscription, subscriptionQuery } from './queries';

/** Before each look: quick at first, then patient; 30 s in all. */
const PAUSES_MS = [0, 500, 1000, 1500, 2000, 2000, 3000, 4000, 5000, 5000, 6000];

type Options = {
  queryClient: QueryClient;
  until: (subscription: Subscription) => boolean;
  signal?: AbortSignal;
};

/** True once `until` holds; false when it did not within 30 s or the caller has lost interest. */
export async function settle({ queryClient, until, signal }: Options): Promise<boolean> {
  for (const pause of PAUSES_MS) {
    await sleep(pause);
    if (signal?.aborted === true) return false;
    const seen = await queryClient
      .query({ ...subscriptionQuery, staleTime: 0 })
      // No answer this time: the next look may have one.
      .catch(() => null);
    if (seen !== null && until(seen)) {
      await queryClient.invalidateQueries();
      return true;
    }
  }
  return false;
}

/** A checkout is paid: one of the plans is the user's, at Stripe and here. A complimentary plan is here alone. */
export function isPaid({ plans, status, subscription_type }: Subscription): boolean {
  return (
    isLive(status) &&
    plans.some(({ tier, action }) => action === 'current' && tier === subscription_type)
  );
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
