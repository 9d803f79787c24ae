/** The sentences of the parts that every screen uses. */
export const UI = {
  close: 'Close',
  tryAgain: 'Try Again',
  trying: 'Trying…',
  remove: (name: string) => `Remove ${name}`,
  optional: '(optional)',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  countryCode: 'Country code',
  otherCountry: 'Other',

  notLoaded: "This didn't load. Press again to retry.",
  offline: "You're offline. Press again when you're back online.",
  partNotLoaded: "This part didn't load.",
  partOffline: "You're offline. This part will load when you're back online.",

  notification: 'Notification',
  /** Radix puts the keyboard shortcut in. */
  notifications: 'Notifications ({hotkey})',
  dismiss: 'Dismiss',
} as const;
