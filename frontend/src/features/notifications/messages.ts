/**
 * Every sentence of the notification list except the notifications themselves, which `entities/notification` words.
 */
export const NOTIFICATIONS = {
  title: 'Notifications',
  unread: (count: number) => {
    if (count === 0) return '';
    return count === 1 ? '1 new notification' : `${shownCount(count)} new notifications`;
  },
  loading: 'Loading notifications',
  failed: "Your notifications didn't load.",
  offline: "You're offline. Your notifications will load when you're back online.",
  none: 'Nothing yet. We list tables booked or lost, requests that end, and accounts that need you.',
  older: 'Show older',
  loadingOlder: 'Loading…',
  isNew: 'New',
  bell: (unseen: number): string => {
    const { title } = NOTIFICATIONS;
    return unseen === 0 ? title : `${title}, ${shownCount(unseen)} new`;
  },
  today: 'Today',
  yesterday: 'Yesterday',

  browser: 'This browser',
  browserText: "You get a notification when we book a table while you're in another tab.",
  allowBrowser: 'Turn on notifications',
} as const;

/** The server's count stops here. */
export const MAX_UNSEEN = 100;

export function shownCount(count: number): string {
  return count >= MAX_UNSEEN ? `${MAX_UNSEEN - 1}+` : String(count);
}

/** Beside the button that files a request. */
export const REACH = {
  unconfirmed:
    "Until your email is confirmed, only Tablehawk's own pages show you that a table is booked.",
  open: (email: string) => `Open the link that we sent to ${email}.`,
  off: "All your notifications are off, so only Tablehawk's own pages show you that a table is booked.",
  choose: 'Choose notifications',
  turnOn: 'Or turn on notifications for this device',
  turningOn: 'Turning on…',
} as const;
