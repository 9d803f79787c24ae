/** Both plans with what can be done about them, for the profile and for the prompts at the gates. */
import { useMedia } from '@/lib/use-media';
import { Button } from '@/ui/button';
import { latePart } from '@/ui/lazy-component';
import { cardsOf, hasLooseManage } from './cards';
import { BILLING, type PlanName } from './messages';
import { PlanCard } from './plan-card';
import type { Subscription } from './queries';
import { usePlanActions } from './use-plan-actions';
import './billing.css';

const CancelDialog = latePart(async () => (await import('./cancel-dialog')).CancelDialog);
const SwitchDialog = latePart(async () => (await import('./switch-dialog')).SwitchDialog);

/** As in billing.css. */
const ONE_COLUMN = '(max-width: 600px)';

type Props = {
  subscription: Subscription;
  /** Names other than the server's. */
  names?: Partial<Record<PlanName, string>>;
  /** What the button of the larger plan says at a gate. */
  upgradeLabel?: string;
  /** Nothing can be pressed: a payment is on its way. */
  isHeld?: boolean;
  /** The plan was switched. */
  onSwitched?: () => void;
  /** The browser is about to leave for Stripe's checkout. */
  onLeave?: (() => void) | undefined;
};

export function PlanCards(props: Props) {
  const { names = {}, upgradeLabel, isHeld = false, onSwitched, onLeave } = props;
  const actions = usePlanActions(onLeave);
  const { asked } = actions;
  const subscription = renamed(props.subscription, names);
  // One below the other, the plan that was asked for stands first.
  const isOneColumn = useMedia(ONE_COLUMN);
  const cards = cardsOf(subscription);
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
              isHeld={isHeld}
              onPress={() => {
                actions.press(card);
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
          pending={actions.managing}
          pendingLabel={BILLING.opening}
          onClick={actions.openManage}
        >
          {BILLING.manageInvoices}
        </Button>
      )}
      {asked?.what === 'cancel' && <CancelDialog onClose={actions.close} />}
      {asked?.what === 'switch' && (
        <SwitchDialog
          offer={asked.offer}
          subscription={subscription}
          onClose={actions.close}
          onSwitched={onSwitched}
        />
      )}
    </>
  );
}

/** The same subscription with the plans called otherwise, on the cards, their buttons and in the dialogs alike. */
function renamed(subscription: Subscription, names: Partial<Record<PlanName, string>>) {
  const plans = subscription.plans.map((offer) => ({
    ...offer,
    name: names[offer.tier] ?? offer.name,
  }));
  return { ...subscription, plans };
}
