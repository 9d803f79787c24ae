/** The profile's subscription: both plans, what came of a checkout, and what to do when nothing is known. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { CheckoutReturn } from './checkout-return';
import { BILLING } from './messages';
import { PlanCards } from './plan-cards';
import { PlansPending } from './plans-pending';
import { subscriptionQuery } from './queries';
import type { Return } from './use-return';

type Props = {
  /** What the browser came back from, if it did. */
  returned: Return | null;
  /** The plan is confirmed: the address need not say so any longer. */
  onConfirmed: () => void;
};

export function SubscriptionSection({ returned, onConfirmed }: Props) {
  const titleId = useId();
  const { data, isError, isFetching, refetch } = useQuery(subscriptionQuery);
  return (
    <section aria-labelledby={titleId} className="grid gap-5">
      <h2 id={titleId}>{BILLING.title}</h2>
      {returned !== null && <CheckoutReturn returned={returned} onConfirmed={onConfirmed} />}
      {data === undefined && isError && (
        <LoadError title={BILLING.loadFailed} onRetry={() => void refetch()} pending={isFetching} />
      )}
      {data === undefined && !isError && <PlansPending />}
      {data !== undefined && (
        <div>
          {isError && (
            <Banner
              action={
                <Button size="sm" onClick={() => void refetch()}>
                  Try Again
                </Button>
              }
            >
              {BILLING.refreshFailed}
            </Banner>
          )}
          <PlanCards subscription={data} />
        </div>
      )}
      <p className="hint">{BILLING.footer}</p>
    </section>
  );
}
