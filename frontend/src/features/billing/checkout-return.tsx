import { Timer } from 'lucide-react';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { BILLING } from './messages';
import type { CheckoutState } from './use-checkout-return';

type Props = { state: CheckoutState | 'canceled'; onCheckAgain: () => void };

/** The result of Stripe's checkout page. A confirmed payment leads on, so it has none. */
export function CheckoutReturn({ state, onCheckAgain }: Props) {
  return (
    <div className="checkout-return">
      {state === 'canceled' && <Banner>{BILLING.checkoutCanceled}</Banner>}
      {state === 'waiting' && (
        <div className="banner" data-tone="watching" role="status">
          <Timer aria-hidden="true" />
          <p>{BILLING.checkoutWaiting}</p>
        </div>
      )}
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
