/** The second step after sign-up: the user chooses one of the plans, or continues without one. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { meQuery } from '@/api/me';
import { selection } from '@/entities/venue/selection';
import { buttonClass } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { BILLING } from './messages';
import { PlanCards } from './plan-cards';
import { PlansPending } from './plans-pending';
import { subscriptionQuery } from './queries';

/** `kept`: what can be done with the one restaurant that was chosen before, without a plan. */
export function ChoosePlanPage({ kept }: { kept?: ReactNode }) {
  const { data: user } = useQuery(meQuery);
  const { data, isError, isFetching, refetch } = useQuery(subscriptionQuery);
  const hasPlan = user?.entitlements.can_reserve ?? false;
  return (
    <main className="page" id="main">
      <div className="page-head">
        <div>
          <PageTitle>{BILLING.chooseTitle}</PageTitle>
          <p>{hasPlan ? BILLING.chooseDone : BILLING.chooseLead}</p>
        </div>
      </div>
      {user !== undefined && !hasPlan && selection.get().length > 0 && kept}
      <div className="choose-plan">
        {data !== undefined ? (
          <PlanCards subscription={data} />
        ) : isError ? (
          <LoadError
            title={BILLING.loadFailed}
            onRetry={() => void refetch()}
            pending={isFetching}
          />
        ) : (
          <PlansPending />
        )}
      </div>
      <div className="mt-8 flex items-center gap-4">
        {hasPlan ? (
          <Link to="/" className={buttonClass({ variant: 'ink' })}>
            {BILLING.goOnToRestaurants}
          </Link>
        ) : (
          <Link to="/" className="link">
            {BILLING.withoutPlan}
          </Link>
        )}
      </div>
    </main>
  );
}
