/** The two plans: names, prices and contents, the same on the landing page and on the plan cards. */
export type PlanName = 'standard' | 'premium';

export const PLAN_NAMES: Record<PlanName, string> = { standard: 'Standard', premium: 'Pro' };

/** Cents a month. The server's prices apply: platform/config/tests/test_landing.py compares them. */
export const PLAN_PRICES: Record<PlanName, number> = { standard: 2500, premium: 5000 };

/** The buttons that begin a plan, also outside the plan page. */
export const PLAN_BUTTONS = { startTrial: 'Start Free Trial', subscribe: 'Subscribe' };

/** The contents of each plan, the same on its card everywhere. */
export const PLAN_HOLDS: Record<PlanName, readonly string[]> = {
  standard: [
    '5 active requests',
    'One date and one restaurant per request',
    'Canceled reservations',
  ],
  premium: [
    '25 active requests, with priority booking',
    'Several dates and restaurants per request',
    'Release reservations and premium restaurants',
    'Any party size from 1 to 10, at any time',
    'Your choice of seating, and a better table in place of one you hold',
  ],
};

/** The line above a card that is not the user's plan. */
export const PLAN_LEADS: Record<PlanName, string> = {
  standard: 'To get started',
  premium: 'For more restaurants and dates',
};
