import { linkOptions } from '@tanstack/react-router';
import type { NewsTarget } from '@/entities/notification/notifications';

/** The page that a piece of news leads to. */
export function placeOf(target: NewsTarget) {
  switch (target.to) {
    case 'group':
      return linkOptions({ to: '/reservations', search: { open: String(target.groupId) } });
    case 'list':
      return linkOptions({ to: '/reservations' });
    case 'accounts':
      return linkOptions({ to: '/connect-accounts' });
    case 'subscription':
      return linkOptions({ to: '/profile', search: { tab: 'subscription' } });
  }
}
