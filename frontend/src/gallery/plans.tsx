/** The plan cards for a subscription in each of its states. */
import { planCardsOf } from '@/features/billing/cards';
import { PlanCard } from '@/features/billing/plan-card';
import { PlansPending } from '@/features/billing/plans-pending';
import type { Subscription } from '@/features/billing/queries';
import { complimentaryPro, newcomer, onPro, subscription } from '@/testing/billing';
import { Specimen } from './specimen';
import '@/features/billing/billing.css';

const nothing = () => undefined;
const DAY = '2026-12-09T17:00:00.000Z';

const SUBSCRIPTIONS: Record<string, Subscription> = {
  'new, with a free trial': newcomer,
  Standard: subscription(),
  Pro: onPro,
  'Pro, complimentary': complimentaryPro,
  'Standard, free until': subscription({ status: 'trialing', trial_ends_at: DAY }),
  'Standard, will cancel': subscription(
    { will_cancel: true, cancels_on: DAY, can_cancel: false },
    { standard: 'resubscribe', premium: 'switch' },
  ),
  'payment failed': subscription({ status: 'past_due' }, { standard: 'manage', premium: 'manage' }),
  'was canceled': subscription(
    { subscription_type: 'none', status: 'canceled', can_cancel: false, current_period_end: null },
    { standard: 'resubscribe', premium: 'subscribe' },
  ),
};

export function Plans() {
  return (
    <>
      {Object.entries(SUBSCRIPTIONS).map(([name, state]) => (
        <Specimen key={name} name={name}>
          <Cards subscription={state} />
        </Specimen>
      ))}
      <Specimen name="a payment is on its way">
        <Cards subscription={newcomer} isHeld />
      </Specimen>
      <Specimen name="pressed">
        <Cards subscription={newcomer} isBuying />
      </Specimen>
      <Specimen name="loading">
        <PlansPending />
      </Specimen>
    </>
  );
}

type Props = { subscription: Subscription; isHeld?: boolean; isBuying?: boolean };

function Cards({ subscription: state, isHeld = false, isBuying = false }: Props) {
  return (
    <div className="plans">
      {planCardsOf(state).map((card) => (
        <PlanCard
          key={card.offer.tier}
          card={card}
          isBuying={isBuying}
          isManaging={false}
          isHeld={isHeld}
          onChoose={nothing}
          onManage={nothing}
          onCancel={nothing}
        />
      ))}
    </div>
  );
}
