/** The sentences about plans at the gates (specification §2, §6). Prices and actions are in `messages.ts`. */
export const PLANS = {
  proTitle: 'This Feature is Available for Pro Subscribers',
  subscriptionsTitle: 'Subscriptions',
  upgrade: 'Upgrade to PRO',
  proLead: 'Pro watches more restaurants and dates at once and gives you every option.',
  subscribeLead: 'You need a plan to book tables. Regular is our Standard plan.',
} as const;

/** The specification’s Subscriptions dialog calls the Standard plan Regular; no other place does. */
export const DIALOG_NAMES = { standard: 'Regular', premium: 'Pro' } as const;
