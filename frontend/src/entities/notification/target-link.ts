import { linkOptions } from '@tanstack/react-router';

/** The page that a notification opens. */
export type NotificationTarget =
  | { to: 'group'; groupId: number }
  | { to: 'swap'; swapId: number }
  | { to: 'mandate'; mandateId: number }
  | { to: 'list' | 'accounts' | 'subscription' | 'webhooks' | 'channels' };

/** The link to the page that a notification opens. */
export function targetLink(target: NotificationTarget) {
  switch (target.to) {
    case 'group':
      return linkOptions({ to: '/reservations', search: { open: String(target.groupId) } });
    case 'swap':
      return linkOptions({ to: '/swap/$offerId', params: { offerId: String(target.swapId) } });
    case 'mandate':
      return linkOptions({
        to: '/mandates/$mandateId',
        params: { mandateId: String(target.mandateId) },
      });
    case 'list':
      return linkOptions({ to: '/reservations' });
    case 'accounts':
      return linkOptions({ to: '/connect-accounts' });
    case 'webhooks':
      return linkOptions({ to: '/profile', search: { tab: 'password' } });
    case 'channels':
      return linkOptions({ to: '/profile', search: { tab: 'notifications' } });
    case 'subscription':
      return linkOptions({ to: '/profile', search: { tab: 'subscription' } });
  }
}
