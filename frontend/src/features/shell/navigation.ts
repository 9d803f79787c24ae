/** The main navigation, for the header and for the bottom bar of small screens. */
import { BookUser, Plug, Plus, Ticket, User, Utensils } from 'lucide-react';

const ITEMS = [
  { to: '/', label: 'Restaurants', icon: Utensils, inHeader: true, inBar: true },
  { to: '/reservations', label: 'Reservations', icon: Ticket, inHeader: true, inBar: true },
  { to: '/reservations/add-reservation', label: 'Add', icon: Plus, inHeader: false, inBar: true },
  // On small screens the account menu leads there.
  { to: '/connect-accounts', label: 'Accounts', icon: Plug, inHeader: true, inBar: false },
  { to: '/profile', label: 'Profile', icon: User, inHeader: true, inBar: true },
] as const;
// At the end: the other items are painted before the user is known, and stay where they are.
const FOR_CONCIERGES = [
  ...ITEMS,
  { to: '/clients', label: 'Clients', icon: BookUser, inHeader: true, inBar: false },
] as const;

export function navItems(user: { is_concierge: boolean } | undefined) {
  return user?.is_concierge === true ? FOR_CONCIERGES : ITEMS;
}

/**
 * The navigation item of an address: a restaurant's page belongs to Restaurants, and the request form is Add in the
 * bottom bar but Reservations in the header.
 */
export function currentNavItem(pathname: string, { header }: { header: boolean }): string | null {
  if (pathname === '/' || pathname.startsWith('/restaurant/') || pathname.startsWith('/venues/')) {
    return '/';
  }
  if (!header && pathname.startsWith('/reservations/add-reservation')) {
    return '/reservations/add-reservation';
  }
  if (pathname.startsWith('/reservations')) return '/reservations';
  if (pathname.startsWith('/profile')) return '/profile';
  if (pathname.startsWith('/clients')) return '/clients';
  return pathname.startsWith('/connect-accounts') ? '/connect-accounts' : null;
}
