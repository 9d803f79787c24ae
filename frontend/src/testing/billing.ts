/** Subscriptions in their states, and the mocked API's answers about them. */
import { http, HttpResponse } from 'msw';
import type { Offer, Subscription } from '@/features/billing/queries';

type Actions = { standard: Offer['action']; premium: Offer['action'] };

/** A user who pays for Standard, unless overridden. */
export function subscription(
  overrides: Partial<Subscription> = {},
  actions: Actions = { standard: 'current', premium: 'switch' },
): Subscription {
  return {
    subscription_type: 'standard',
    status: 'active',
    will_cancel: false,
    cancels_on: null,
    current_period_end: '2026-12-09T17:00:00.000Z',
    trial_ends_at: null,
    has_had_free_trial: true,
    complimentary: false,
    plans: [
      { tier: 'standard', name: 'Standard', price_cents: 2500, action: actions.standard },
      { tier: 'premium', name: 'Pro', price_cents: 5000, action: actions.premium },
    ],
    can_cancel: true,
    can_manage: true,
    ...overrides,
  };
}

export const newcomer = subscription(
  {
    subscription_type: 'none',
    status: 'none',
    current_period_end: null,
    has_had_free_trial: false,
    can_cancel: false,
    can_manage: false,
  },
  { standard: 'start_trial', premium: 'start_trial' },
);

export const onPro = subscription(
  { subscription_type: 'premium' },
  { standard: 'switch', premium: 'current' },
);

/** Pro as a gift: nothing is paid, and Stripe has no subscription. */
export const complimentaryPro = subscription(
  {
    subscription_type: 'premium',
    status: 'none',
    current_period_end: null,
    complimentary: true,
    can_cancel: false,
    can_manage: false,
  },
  { standard: 'included', premium: 'current' },
);

const BASE = '/api/stripe-integration/subscription';
export const CHECKOUT_URL = 'https://checkout.stripe.example/c/pay/1';
export const PORTAL_URL = 'https://billing.stripe.example/p/session/1';

/** Sets what the mocked server says about the plan, for tests and screens. */
export function answersWith(details: Subscription) {
  return http.get(`${BASE}/subscription-details/`, () => HttpResponse.json(details));
}

export const billingHandlers = [
  answersWith(onPro),
  http.get(`${BASE}/access-end-date/`, () =>
    HttpResponse.json({ message: 'You keep access to Standard until December 9, 2026.' }),
  ),
  http.post(`${BASE}/create-checkout-session/`, () =>
    HttpResponse.json({ sessionUrl: CHECKOUT_URL, message: 'Redirecting to checkout' }),
  ),
  http.post(`${BASE}/change-subscription/`, () =>
    HttpResponse.json({ message: 'successfully changed plan' }),
  ),
  http.post(`${BASE}/cancel-subscription/`, () =>
    HttpResponse.json({
      message: 'Your Standard plan is canceled. You keep access until December 9, 2026.',
    }),
  ),
  http.get(`${BASE}/manage-subscription/`, () => HttpResponse.json({ url: PORTAL_URL })),
];
