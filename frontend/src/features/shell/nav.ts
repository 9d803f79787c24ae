/** The app's places, once for the header and once for the bar at the bottom of small screens. */
import { Plus, Ticket, User, Utensils } from 'lucide-react';

export const PLACES = [
  { to: '/', label: 'Restaurants', icon: Utensils, inHeader: true },
  { to: '/reservations', label: 'Reservations', icon: Ticket, inHeader: true },
  { to: '/reservations/add-reservation', label: 'Add', icon: Plus, inHeader: false },
  { to: '/connect-accounts', label: 'Accounts', icon: User, inHeader: true },
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
  return pathname.startsWith('/connect-accounts') ? '/connect-accounts' : null;
}
