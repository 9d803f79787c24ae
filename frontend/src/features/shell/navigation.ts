/** The app's places, once for the header and once for the bar at the bottom of small screens. */
import { Plug, Plus, Ticket, User, Utensils } from 'lucide-react';

export const PLACES = [
  { to: '/', label: 'Restaurants', icon: Utensils, inHeader: true, inBar: true },
  { to: '/reservations', label: 'Reservations', icon: Ticket, inHeader: true, inBar: true },
  { to: '/reservations/add-reservation', label: 'Add', icon: Plus, inHeader: false, inBar: true },
  // On small screens the account menu leads there.
  { to: '/connect-accounts', label: 'Accounts', icon: Plug, inHeader: true, inBar: false },
  { to: '/profile', label: 'Profile', icon: User, inHeader: true, inBar: true },
] as const;

/**
 * Which place an address belongs to: a restaurant's own page is still Restaurants, and the wizard is Add
 * on the bottom bar but Reservations in the header.
 */
export function currentPlace(pathname: string, { header }: { header: boolean }): string | null {
  if (pathname === '/' || pathname.startsWith('/restaurant/') || pathname.startsWith('/venues/')) {
    return '/';
  }
  if (!header && pathname.startsWith('/reservations/add-reservation')) {
    return '/reservations/add-reservation';
  }
  if (pathname.startsWith('/reservations')) return '/reservations';
  if (pathname.startsWith('/profile')) return '/profile';
  return pathname.startsWith('/connect-accounts') ? '/connect-accounts' : null;
}
