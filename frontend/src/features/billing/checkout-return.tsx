import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { BILLING } from './messages';
import { subscriptionQuery } from './queries';
import { type Return, useReturn } from './use-return';

type Props = { returned: Return; onConfirmed: () => void };

/** What came of Stripe's checkout page. Nothing is said after a visit to the management page. */
export function CheckoutReturn({ returned, onConfirmed }: Props) {
  const { state, lookAgain } = useReturn(returned, onConfirmed);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a small screen the subscription stands below the form: the page opens where the news is.
    box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="came-back">
      {returned === 'canceled' && <Banner>{BILLING.checkoutCanceled}</Banner>}
      {returned === 'success' && state === 'waiting' && (
        <div className="banner" data-tone="watching" role="status">
          <Timer aria-hidden="true" />
          <p>{BILLING.checkoutWaiting}</p>
        </div>
      )}
      {returned === 'success' && state === 'confirmed' && <Confirmed />}
      {returned === 'success' && state === 'late' && (
        <Banner
          action={
            <Button size="sm" onClick={lookAgain}>
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
  const plan = data?.plans.find(({ tier }) => tier === data.subscription_type);
  return (
    <Notice tone="confirmed" title={BILLING.checkoutDone(plan?.name ?? BILLING.title)}>
      {BILLING.checkoutDoneText}
    </Notice>
  );
}
