import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Timer } from 'lucide-react';
import { useSelection } from '@/lib/selection';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { BILLING } from './messages';
import { subscriptionQuery } from './queries';
import type { CheckoutState } from './use-return';

type Props = { state: CheckoutState | 'canceled'; onCheckAgain: () => void };

/** What came of Stripe's checkout page. */
export function CheckoutReturn({ state, onCheckAgain }: Props) {
  return (
    <div className="came-back">
      {state === 'canceled' && <Banner>{BILLING.checkoutCanceled}</Banner>}
      {state === 'waiting' && (
        <div className="banner" data-tone="watching" role="status">
          <Timer aria-hidden="true" />
          <p>{BILLING.checkoutWaiting}</p>
        </div>
      )}
      {state === 'confirmed' && <Confirmed />}
      {state === 'late' && (
        <Banner
          action={
            <Button size="sm" onClick={onCheckAgain}>
              {BILLING.checkAgain}
            </Button>
          }
        >
          {BILLING.checkoutLate}
        </Banner>
      )}
    </div>
  );
}

function Confirmed() {
  const { data } = useQuery(subscriptionQuery);
  const hasWish = useSelection().length > 0;
  const plan = data?.plans.find(({ tier }) => tier === data.subscription_type);
  return (
    <Notice tone="confirmed" title={BILLING.checkoutDone(plan?.name ?? BILLING.title)}>
      {BILLING.checkoutDoneText}{' '}
      <Link to={hasWish ? '/reservations/add-reservation' : '/'} className="link link-inline">
        {hasWish ? BILLING.goOn : BILLING.look}
      </Link>
    </Notice>
  );
}
