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

  notLoaded: 'This did not load. Press again to retry.',
  offline: 'You are offline. Press again when you are back online.',
  partNotLoaded: 'This part did not load.',
  partOffline: 'You are offline. This part will load when you are back online.',

  notification: 'Notification',
  /** Radix puts the keyboard shortcut in. */
  notifications: 'Notifications ({hotkey})',
  dismiss: 'Dismiss',
} as const;
