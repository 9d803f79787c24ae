import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Timer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { meQuery } from '@/api/me';
import { PLAN_NAMES } from '@/entities/plan/plans';
import { savedDraft } from '@/entities/request/saved-draft';
import { useSelection } from '@/entities/venue/selection';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { BILLING } from './messages';
import { subscriptionQuery } from './queries';
import type { CheckoutState } from './use-checkout-return';

type Props = { state: CheckoutState | 'canceled'; onCheckAgain: () => void };

/** The result of Stripe's checkout page. */
export function CheckoutReturn({ state, onCheckAgain }: Props) {
  return (
    <div className="checkout-return">
      {state === 'canceled' && <Canceled />}
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

function Canceled() {
  const hasRequest = useHasRequest();
  return (
    <Banner
      action={
        hasRequest && (
          <Link to="/reservations/add-reservation" className={buttonClass({ size: 'sm' })}>
            {BILLING.goOn}
          </Link>
        )
      }
    >
      {BILLING.checkoutCanceled}
    </Banner>
  );
}

/** Whether the request form has an unfinished request: selected restaurants or a saved draft. */
function useHasRequest(): boolean {
  const { data: user } = useQuery(meQuery);
  const hasVenues = useSelection().length > 0;
  return hasVenues || (user !== undefined && savedDraft.read(user.id) !== null);
}

function Confirmed() {
  const { data: user } = useQuery(meQuery);
  const { data } = useQuery(subscriptionQuery);
  const hasRequest = useHasRequest();
  if (user === undefined || data === undefined) return null;
  const name = PLAN_NAMES[data.subscription_type === 'premium' ? 'premium' : 'standard'];
  const title =
    data.status === 'trialing' ? BILLING.trialStarted(name) : BILLING.checkoutDone(name);
  return (
    <Notice tone="confirmed" title={title}>
      {BILLING.canFile(user.entitlements.active_limit)} <NextLink hasRequest={hasRequest} />
    </Notice>
  );
}

/** Takes the focus if nothing has it: the browser has just come back from another site. */
function NextLink({ hasRequest }: { hasRequest: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) link.current?.focus();
  }, []);
  return (
    <Link
      ref={link}
      to={hasRequest ? '/reservations/add-reservation' : '/'}
      className="link link-inline"
    >
      {hasRequest ? BILLING.goOn : BILLING.look}
    </Link>
  );
}
