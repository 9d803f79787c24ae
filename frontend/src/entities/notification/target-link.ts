import { linkOptions } from '@tanstack/react-router';
import type { NotificationTarget } from './notifications';

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
    case 'subscription':
      return linkOptions({ to: '/profile', search: { tab: 'subscription' } });
  }
}
