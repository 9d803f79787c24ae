/** The offer to be notified only. A module of its own: few pages show it. */
export const NOTIFY_OFFER = {
  included:
    'Prefer to book it yourself? We send you the link when a table opens. That needs no account.',
  free: 'Prefer to book it yourself? We watch one table at a time for free, without a plan or an account, and send you the link when it opens.',
} as const;
