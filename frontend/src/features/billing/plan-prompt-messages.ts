/** The sentences about plans at the gates (specification §2, §6). Prices and actions are in `messages.ts`. */
export const PLANS = {
  proTitle: 'This Feature is Available for Pro Subscribers',
  subscriptionsTitle: 'Subscriptions',
  upgrade: 'Upgrade to PRO',
  proLead: 'Pro watches more places at once and lets you say exactly what you want.',
  subscribeLead: 'A plan is needed to file requests. No table is promised on either one.',
} as const;

/** The Subscriptions dialog calls the smaller plan Regular. */
export const PLAN_NAMES = { standard: 'Regular', premium: 'Pro' } as const;
