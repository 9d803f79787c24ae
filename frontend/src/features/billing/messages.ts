/** Every sentence about plans and money. Names, prices and notices are the specification's (§1, §4, §6, §8, §9). */
export const BILLING = {
  title: 'Subscription',
  current: 'Current',
  yourPlan: 'Your plan',
  renews: (day: string) => `Renews on ${day}`,
  cancels: (day: string) => `Cancels on ${day}`,
  freeUntil: (day: string, price: string) => `Free trial until ${day}, then ${price} a month.`,
  trialEnds: (day: string) => `Free trial until ${day}`,
  paymentFailed: 'Your last payment failed. Update your card under Manage.',
  payFirst: 'Update your card under Manage first.',
  freeFirst: (price: string) => `10 days free, then ${price} a month`,
  cancelAnyTime: 'Cancel any time',
  complimentary: 'Given by Tablehawk, no payment',
  included: (plan: string) => `Included in your ${plan} plan`,
  lastPlan: 'Your last plan',
  upgradeShort: 'Prorated: today only for the days left',
  downgradeShort: 'We credit the unused part of Pro',
  trialSwitchShort: 'Nothing to pay before your trial ends',
  footer: 'You can cancel any time and keep what you paid for until the end of the month.',
  loadFailed: 'We could not load your subscription.',
  refreshFailed: 'This is what we knew last: we could not load your subscription just now.',

  startTrial: 'Start Free Trial',
  subscribe: 'Subscribe',
  resubscribe: 'Re-subscribe',
  switchTo: (name: string) => `Switch to ${name}`,
  cancel: 'Cancel',
  manage: 'Manage',
  manageInvoices: 'Manage card and invoices',
  opening: 'Opening Stripe…',

  changed: 'successfully changed plan',
  redirecting: 'Redirecting to subscription management',
  noUrl: 'Failed to retrieve management URL',
  noCheckout: 'The checkout page could not be opened. Please try again.',
  manageFailed: 'Error managing subscription',

  cancelTitle: 'Cancel your subscription?',
  cancelAfter:
    'After that your open requests pause. Tables already booked stay yours, in your own account.',
  keep: 'Keep my plan',
  cancelConfirm: 'Cancel subscription',
  canceling: 'Canceling…',

  switchTitle: (name: string) => `Switch to ${name}?`,
  upgrade: (price: string) =>
    `It starts at once. Today your card is charged for the days left of this period, less what you paid for them already; from the next period it is ${price} a month.`,
  downgrade: (price: string) =>
    `It takes effect at once. We credit the unused part of Pror next invoices, then it is ${price} a month. Requests beyond what this plan holds pause, the newest first.`,
  trialSwitch: (price: string) =>
    `Your free trial goes on and nothing is charged today. After it, it is ${price} a month.`,
  goesOn: 'Your cancellation is taken back with it.',
  notNow: 'Not now',
  switching: 'Switching…',

  checkoutCanceled: 'You left the checkout. Nothing was charged.',
  checkoutWaiting: 'Waiting for Stripe to confirm. Your plan shows here in a moment.',
  checkoutLate:
    'Stripe has not confirmed it yet. Your plan changes by itself as soon as it does; you need not pay again.',
  checkAgain: 'Check again',
  checkoutDone: (name: string) => `You are on ${name}.`,
  checkoutDoneText: 'Everything it opens is open now.',
  goOn: 'Go on with your request',
  look: 'Find a restaurant',
} as const;
