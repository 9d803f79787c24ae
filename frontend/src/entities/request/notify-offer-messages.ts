/** The offer to be notified only. A module of its own: few pages show it. */
export const NOTIFY_OFFER = {
  included:
    'You can also be notified only, without an account. When a table opens, we send you its link, and you book it yourself.',
  free: "You can also be notified only. It's free and needs no plan and no account. When a table opens, we send you its link, and you book it yourself. We watch one table at a time.",
} as const;
