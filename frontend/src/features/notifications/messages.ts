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
  failed: 'We could not load your notifications.',
  offline: 'You are offline. What happens meanwhile is listed here when you are back.',
  none: 'Nothing yet. A table booked or lost, a request that ended, an account that needs you: it is all listed here.',
  older: 'Show older',
  isNew: 'New',
  today: 'Today',
  yesterday: 'Yesterday',

  browser: 'This browser',
  browserText: 'A notification when a table is booked while you look elsewhere',
  allowBrowser: 'Tell me in this browser',
  browserBlocked:
    'Your browser blocks notifications from Tablehawk. Its site settings allow them again.',
} as const;

/** The server's count stops here. */
export const MAX_UNSEEN = 100;

export function shownCount(count: number): string {
  return count >= MAX_UNSEEN ? `${MAX_UNSEEN - 1}+` : String(count);
}
