/** Both plans with their actions, for the profile and for the prompts at the gates. */
import { useMedia } from '@/lib/use-media';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { planCardsOf, hasLooseManage } from './cards';
import type { PlanName } from '@/entities/plan/plans';
import { BILLING } from './messages';
import { PlanCard } from './plan-card';
import type { Subscription } from './queries';
import { usePlanActions } from './use-plan-actions';
import './billing.css';

const CancelDialog = lazyComponent(async () => (await import('./cancel-dialog')).CancelDialog);
const SwitchDialog = lazyComponent(async () => (await import('./switch-dialog')).SwitchDialog);

/** As in billing.css. */
const ONE_COLUMN = '(max-width: 600px)';

type Props = {
  subscription: Subscription;
  /** Names that replace the server's. */
  names?: Partial<Record<PlanName, string>>;
  /** The label of the larger plan's button at a gate. */
  upgradeLabel?: string;
  /** A payment is being confirmed, so the buttons are disabled. */
  isHeld?: boolean;
  /** The plan was switched. */
  onSwitched?: () => void;
  /** The browser is about to open Stripe's checkout. */
  onLeave?: (() => void) | undefined;
};

export function PlanCards(props: Props) {
  const { names = {}, upgradeLabel, isHeld = false, onSwitched, onLeave } = props;
  const actions = usePlanActions(onLeave);
  const { question } = actions;
  const subscription = renamed(props.subscription, names);
  // In one column the requested plan comes first.
  const isOneColumn = useMedia(ONE_COLUMN);
  const cards = planCardsOf(subscription);
  const shown = upgradeLabel !== undefined && isOneColumn ? cards.toReversed() : cards;

  return (
    <>
      <div className="plans">
        {shown.map((card) => {
          const { tier } = card.offer;
          const isUpgrade = tier === 'premium' && card.button?.action !== 'manage';
          return (
            <PlanCard
              key={tier}
              card={card}
              label={isUpgrade ? upgradeLabel : undefined}
              isBuying={actions.buying === tier}
              isManaging={actions.managing}
              isHeld={isHeld || actions.isBusy}
              onChoose={() => {
                actions.choosePlan(card);
              }}
              onManage={actions.openManage}
              onCancel={actions.askCancel}
            />
          );
        })}
      </div>
      {hasLooseManage(subscription) && (
        <Button
          variant="quiet"
          className="plans-manage"
          disabled={actions.isBusy && !actions.managing}
          pending={actions.managing}
          pendingLabel={BILLING.opening}
          onClick={actions.openManage}
        >
          {BILLING.manageInvoices}
        </Button>
      )}
      {question?.what === 'cancel' && <CancelDialog onClose={actions.close} />}
      {question?.what === 'switch' && (
        <SwitchDialog
          offer={question.offer}
          subscription={subscription}
          onClose={actions.close}
          onSwitched={onSwitched}
        />
      )}
    </>
  );
}

/** The same subscription with other plan names on cards, buttons and dialogs. */
function renamed(subscription: Subscription, names: Partial<Record<PlanName, string>>) {
  const plans = subscription.plans.map((offer) => ({
    ...offer,
    name: names[offer.tier] ?? offer.name,
  }));
  return { ...subscription, plans };
}
