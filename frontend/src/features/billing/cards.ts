/** What the two plan cards say and offer for a subscription. Pure. */
import { formatLongDay, formatMoney } from '@/lib/format';
import { PLAN_BUTTONS, PLAN_LEADS } from '@/entities/plan/plans';
import { BILLING } from './messages';
import type { Offer, Subscription } from './queries';

/** The statuses of Stripe in which a plan is held. */
const LIVE: readonly string[] = ['trialing', 'active', 'past_due'];

/** Whether Stripe's subscription gives its plan now. */
export function isLive(status: string): boolean {
  return LIVE.includes(status);
}

export type Card = {
  offer: Offer;
  isCurrent: boolean;
  lead: string;
  /** The line under the price; may be empty. `note` is a second one, during a free trial only. */
  line: string;
  note: string;
  /** The card's button; null on the current plan and on a plan that it includes. */
  button: {
    action: Exclude<Offer['action'], 'current' | 'included'>;
    label: string;
    isPrimary: boolean;
  } | null;
  canManage: boolean;
  canCancel: boolean;
};

export function planCardsOf(subscription: Subscription): Card[] {
  // One primary button: undoing a cancellation first, else the larger plan.
  const { plans, complimentary } = subscription;
  const first = plans.find(({ action }) => action === 'resubscribe') ?? plans.at(-1);
  return plans.map((offer) => {
    const isCurrent = offer.tier === subscription.subscription_type;
    const isGiven = isCurrent && complimentary;
    // The plan of the subscription at Stripe; a complimentary plan may be above it.
    const isPaid = complimentary ? !isCurrent && offer.action === 'current' : isCurrent;
    return {
      offer,
      isCurrent,
      lead: isCurrent ? BILLING.yourPlan : PLAN_LEADS[offer.tier],
      line: isGiven
        ? BILLING.complimentary
        : isPaid
          ? paidLine(subscription)
          : offerLine(offer, subscription),
      note: isPaid ? trialNote(subscription, offer) : '',
      button: buttonOf(offer, offer === first),
      canManage: isPaid && subscription.can_manage && offer.action !== 'manage',
      canCancel: isPaid && subscription.can_cancel,
    };
  });
}

/** Whether Stripe's page exists but no card links to it: the invoices of a plan that has ended. */
export function hasLooseManage(subscription: Subscription): boolean {
  return (
    subscription.can_manage &&
    planCardsOf(subscription).every(
      ({ canManage, button }) => !canManage && button?.action !== 'manage',
    )
  );
}

/** What a switch to another plan costs, shown before the user confirms it. */
export function switchText(offer: Offer, { status, will_cancel, plans }: Subscription): string {
  const price = formatMoney(offer.price_cents);
  const text =
    status === 'trialing'
      ? BILLING.trialSwitch(price)
      : isUpgrade(offer, plans)
        ? BILLING.upgrade(price)
        : BILLING.downgrade(price);
  return will_cancel ? `${text} ${BILLING.goesOn}` : text;
}

function paidLine(subscription: Subscription): string {
  const { status, will_cancel, cancels_on, current_period_end, trial_ends_at } = subscription;
  if (!isLive(status)) {
    return trial_ends_at === null ? '' : BILLING.trialEnds(formatLongDay(trial_ends_at));
  }
  if (status === 'past_due') return BILLING.paymentFailed;
  const ends = cancels_on ?? current_period_end;
  if (ends === null) return '';
  const day = formatLongDay(ends);
  return will_cancel ? BILLING.cancels(day) : BILLING.renews(day);
}

function trialNote({ status, will_cancel }: Subscription, offer: Offer): string {
  if (status !== 'trialing' || will_cancel) return '';
  return BILLING.freeUntilThen(formatMoney(offer.price_cents));
}

function offerLine(offer: Offer, { status, plans, subscription_type }: Subscription): string {
  switch (offer.action) {
    case 'start_trial':
      return BILLING.freeFirst(formatMoney(offer.price_cents));
    case 'subscribe':
    case 'current':
      return BILLING.cancelAnyTime;
    case 'included': {
      const current = plans.find(({ tier }) => tier === subscription_type);
      return BILLING.included(current?.name ?? '');
    }
    case 'resubscribe':
      return BILLING.lastPlan;
    case 'manage':
      return BILLING.payFirst;
    case 'switch':
      if (status === 'trialing') return BILLING.trialSwitchShort;
      return isUpgrade(offer, plans) ? BILLING.upgradeShort : BILLING.downgradeShort;
  }
}

function buttonOf({ action, name }: Offer, isFirst: boolean): Card['button'] {
  switch (action) {
    case 'current':
    case 'included':
      return null;
    case 'manage':
      return { action, label: BILLING.manage, isPrimary: false };
    case 'start_trial':
      return { action, label: PLAN_BUTTONS.startTrial, isPrimary: isFirst };
    case 'subscribe':
      return { action, label: PLAN_BUTTONS.subscribe, isPrimary: isFirst };
    case 'resubscribe':
      return { action, label: BILLING.resubscribe, isPrimary: isFirst };
    case 'switch':
      return { action, label: BILLING.switchTo(name), isPrimary: isFirst };
  }
}

function isUpgrade({ price_cents }: Offer, plans: readonly Offer[]): boolean {
  return price_cents === Math.max(...plans.map((plan) => plan.price_cents));
}
