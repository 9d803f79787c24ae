/** The sentences of the live indicator. */
import type { NotificationTarget } from '@/entities/notification/notifications';

export const LIVE = {
  /** Opens the restaurant's page at its platform in a new tab. */
  bookIt: 'Book it',
  live: 'Live',
  connecting: 'Connecting…',
  /** Before the age, and left out on small screens. */
  lastUpdate: 'Last update ',
} as const;

export const TARGET_LABELS: Record<NotificationTarget['to'], string> = {
  group: 'Show',
  swap: 'Compare',
  mandate: 'Review',
  list: 'Show all',
  accounts: 'Reconnect',
  subscription: 'See your plan',
  webhooks: 'See your webhooks',
  channels: 'See your broker',
};
