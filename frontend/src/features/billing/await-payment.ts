/**
 * Waits for a change at Stripe. The plan here follows with Stripe's webhook a moment later, so the subscription is
 * polled; when it is as expected, everything that depends on the plan is reloaded and gates open without a reload.
 */
import type { QueryClient } from '@tanstack/react-query';
import { isLive } from './cards';
import { type Subscription, subscriptionQuery } from './queries';

/** Delay before each poll: 30 s in all. */
const PAYMENT_POLL_DELAYS_MS = [0, 500, 1000, 1500, 2000, 2000, 3000, 4000, 5000, 5000, 6000];

type Options = {
  queryClient: QueryClient;
  until: (subscription: Subscription) => boolean;
  signal?: AbortSignal;
};

/** Resolve with true when `until` holds; with false after 30 s or after an abort. */
export async function waitForPlan({ queryClient, until, signal }: Options): Promise<boolean> {
  for (const pause of PAYMENT_POLL_DELAYS_MS) {
    await sleep(pause);
    if (signal?.aborted === true) return false;
    const seen = await queryClient
      .query({ ...subscriptionQuery, staleTime: 0 })
      // Without an answer the next poll decides.
      .catch(() => null);
    if (seen !== null && until(seen)) {
      await queryClient.invalidateQueries();
      return true;
    }
  }
  return false;
}

/**
 * Whether a checkout is paid: one of the plans is the user's, at Stripe and here. A complimentary plan exists only
 * here.
 */
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
