/** Every sentence about plans. Titles and prices are the specification's (§1, §6, §9). */
export const PLANS = {
  proTitle: 'This Feature is Available for Pro Subscribers',
  subscriptionsTitle: 'Subscriptions',
  upgrade: 'Upgrade to PRO',
  subscribe: 'Subscribe',
  current: 'Your plan',
  notYet: 'Plans cannot be bought here yet: payment comes with a later version.',
  proLead: 'Pro watches more places at once and lets you say exactly what you want.',
  subscribeLead: 'A plan is needed to file requests. No table is promised on either one.',
} as const;

export type PlanName = 'standard' | 'premium';

export const PLAN_CARDS: Record<
  PlanName,
  { name: string; price: string; offers: readonly string[] }
> = {
  standard: {
    name: 'Regular',
    price: '$25.00',
    offers: ['5 active requests', 'One date and one restaurant a request', 'Parties of 2 or 4'],
  },
  premium: {
    name: 'Pro',
    price: '$50.00',
    offers: [
      '25 active requests, with priority booking',
      'Several dates and restaurants in one request',
      'More than one booking on the same date',
      'Seating type, party size 1–10, your own times',
      'Premium restaurants',
    ],
  },
};
