/**
 * What a plan would open, shown where something needs one. Buying is not built yet, so the buttons stand
 * disabled with the reason beside them rather than leading nowhere.
 */
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { meQuery } from '@/api/me';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { PLAN_CARDS, type PlanName, PLANS } from './messages';
import './plans.css';

/** `pro`: a Pro feature was asked for. `subscribe`: there is no plan at all. */
export type PlanReason = 'pro' | 'subscribe';

type Props = { reason: PlanReason | null; onClose: () => void };

export function PlanPrompt({ reason, onClose }: Props) {
  return (
    <Dialog
      open={reason !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      wide
      title={reason === 'subscribe' ? PLANS.subscriptionsTitle : PLANS.proTitle}
      description={reason === 'subscribe' ? PLANS.subscribeLead : PLANS.proLead}
    >
      <Plans />
    </Dialog>
  );
}

function Plans() {
  const { data: user } = useQuery(meQuery);
  const noteId = useId();
  return (
    <>
      <div className="plans">
        <PlanCard plan="standard" current={user?.subscription_type} noteId={noteId} />
        <PlanCard plan="premium" current={user?.subscription_type} noteId={noteId} />
      </div>
      <p className="hint mt-4" id={noteId}>
        {PLANS.notYet}
      </p>
    </>
  );
}

function PlanCard({
  plan,
  current,
  noteId,
}: {
  plan: PlanName;
  current: string | undefined;
  noteId: string;
}) {
  const { name, price, offers } = PLAN_CARDS[plan];
  return (
    <section className={cn('plan', plan === 'premium' && 'plan-canary')} aria-label={name}>
      <h3>{name}</h3>
      <p className="plan-price">
        {price}
        <small> a month</small>
      </p>
      <ul>
        {offers.map((offer) => (
          <li key={offer}>
            <Check aria-hidden="true" />
            {offer}
          </li>
        ))}
      </ul>
      {current === plan ? (
        <p className="plan-current">
          <Check aria-hidden="true" />
          {PLANS.current}
        </p>
      ) : (
        <Button block disabled aria-describedby={noteId}>
          {plan === 'premium' ? PLANS.upgrade : PLANS.subscribe}
        </Button>
      )}
    </section>
  );
}
