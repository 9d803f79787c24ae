/** Every sentence about plans and money. Names, prices and notices are the specification's (§1, §4, §6, §8, §9). */
export const BILLING = {
  title: 'Plan',
  chooseTitle: 'Choose a plan',
  chooseLead: 'You need a plan to book tables. You can switch or cancel at any time.',
  chooseDone: 'Your plan is active. You can switch or cancel at any time.',
  goOnToRestaurants: 'Choose a restaurant',
  withoutPlan: 'Skip for now and browse restaurants',
  current: 'Current',
  yourPlan: 'Your plan',
  renews: (day: string) => `Renews on ${day}`,
  cancels: (day: string) => `Cancels on ${day}`,
  freeUntilThen: (price: string) => `Free until then, ${price} a month after that`,
  trialEnds: (day: string) => `Free trial until ${day}`,
  paymentFailed: 'Your last payment failed. Update your card under Manage.',
  payFirst: 'Update your card under Manage first.',
  freeFirst: (price: string) => `10 days free, then ${price} a month`,
  cancelAnyTime: 'Cancel any time',
  complimentary: 'Given by Tablehawk, no payment',
  included: (plan: string) => `Included in your ${plan} plan`,
  lastPlan: 'Your last plan',
  upgradeShort: 'Prorated: today you pay only for the days left',
  downgradeShort: 'We credit the unused part of Pro',
  trialSwitchShort: 'Nothing to pay until your trial ends',
  footer: "Cancel any time. Your plan then runs until the end of the month you've paid for.",
  loadFailed: "We couldn't load your subscription.",
  refreshFailed: "We couldn't refresh your subscription. This is how it was when we last checked.",

  tryAgain: 'Try Again',
  month: '/month',

  resubscribe: 'Re-subscribe',
  switchTo: (name: string) => `Switch to ${name}`,
  cancel: 'Cancel',
  manage: 'Manage',
  manageInvoices: 'Manage card and invoices',
  opening: 'Opening Stripe…',

  changed: 'successfully changed plan',
  redirecting: 'Redirecting to subscription management',
  noUrl: 'Failed to retrieve management URL',
  noCheckout: "The checkout page couldn't be opened. Please try again.",
  manageFailed: 'Error managing subscription',

  cancelTitle: 'Cancel your subscription?',
  cancelAfter:
    'After that day your active requests pause. Tables already booked stay in your own account.',
  keep: 'Keep my plan',
  cancelConfirm: 'Cancel subscription',
  canceling: 'Canceling…',

  switchTitle: (name: string) => `Switch to ${name}?`,
  upgrade: (price: string) =>
    `It starts now. Today we charge your card for the rest of this month, less what you have already paid for it. From the next month on it's ${price} a month.`,
  downgrade: (price: string) =>
    `It starts now. We credit the unused part of Pro to your next invoices. After that it's ${price} a month. Requests over this plan’s limit pause, newest first.`,
  trialSwitch: (price: string) =>
    `Your free trial continues, and we charge nothing today. After the trial it's ${price} a month.`,
  goesOn: 'This also undoes your cancellation.',
  notNow: 'Not now',
  switching: 'Switching…',

  checkoutCanceled: 'You left the checkout. Nothing was charged.',
  checkoutWaiting: 'Waiting for Stripe to confirm. Your plan will show here in a moment.',
  checkoutLate:
    "Stripe hasn't confirmed your payment yet. Your plan starts as soon as it does. You don't need to pay again.",
  checkAgain: 'Check again',
  checkoutDone: (name: string) => `You're on ${name}.`,
  trialStarted: (name: string) => `Your ${name} trial has started.`,
  /** `limit` null: no limit. */
  canFile: (limit: number | null) =>
    limit === null ? 'You can file requests now.' : `You can file up to ${String(limit)} requests.`,
} as const;
