/** The sentences about restaurants that several features show. The specification fixes some of them word for word. */
import { anyPlatform } from '@/entities/platform/platforms';

export const VENUES = {
  search: 'Search restaurants',
  searchOrLink: () => `Name, or ${anyPlatform()} link`,
  notHere: () => `If it's on ${anyPlatform()}, paste the link to its page into the search box.`,
  linkOffline: "You're offline. We'll look up the restaurant when you're back online.",
  clearSearch: 'Clear search',
  listFailed: "The restaurants couldn't be loaded.",
  noMatch: 'Nothing matches these filters.',
  requiresPro: 'Requires PRO Subscription',
  price: (value: number | string) => `Price ${value} of 4`,
  ownPage: (platform: string, venue = 'its page') => `Open ${venue} on ${platform}`,
  newTab: '(opens in a new tab)',
  count: (count: number) => (count === 1 ? '1 restaurant' : `${count} restaurants`),
} as const;
