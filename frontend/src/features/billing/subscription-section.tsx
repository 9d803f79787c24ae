/** The profile's subscription: both plans, or the failure to load them. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { BILLING } from './messages';
import { PlanCards } from './plan-cards';
import { PlansPending } from './plans-pending';
import { subscriptionQuery } from './queries';

/** `isHeld`: a payment is being confirmed, so nothing can be bought or changed. */
export function SubscriptionSection({ isHeld }: { isHeld: boolean }) {
  const titleId = useId();
  const { data, isError, isFetching, refetch } = useQuery(subscriptionQuery);
  const isGift = data?.complimentary === true && !data.can_cancel;
  return (
    <section aria-labelledby={titleId} className="grid gap-5">
      <h2 id={titleId} className="sr-only">
        {BILLING.title}
      </h2>
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
                  {BILLING.tryAgain}
                </Button>
              }
            >
              {BILLING.refreshFailed}
            </Banner>
          )}
          <PlanCards subscription={data} isHeld={isHeld} />
        </div>
      )}
      {!isGift && <p className="hint">{BILLING.footer}</p>}
    </section>
  );
}
