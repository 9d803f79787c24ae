/** The sentences of the listing and the top picks. The specification fixes some of them. */
import { PLAN_NAMES, PLAN_PRICES } from '@/entities/plan/plans';
import { anyPlatform } from '@/entities/platform/platforms';
import { formatMoney } from '@/lib/format';

export const LISTING = {
  title: 'Which restaurant should we watch?',
  lead: () =>
    `These tables are hard to get. We watch for one to open and book it in your own ${anyPlatform()} account.`,
  all: 'All Restaurants',
  picks: 'Top Picks',
  seeAll: 'See all',
  clear: 'Clear filters',
  noResults: (query: string) =>
    `No results found for ${query}. Please consider trying a different name.`,
  more: (left: number) => `Show more (${left} left)`,
  loadingMore: 'Loading…',

  price: 'Price',
  location: 'Location',
  chosen: '(chosen)',
  allLocations: 'All locations',
  searchLocations: 'Search locations',
  locationsFailed: "The locations couldn't be loaded.",
  noLocation: (text: string) => `No location matches “${text}”.`,

  premium: 'Premium Restaurants',
  premiumLead: () =>
    `The hardest tables. To request one you need ${PLAN_NAMES.premium}, ${formatMoney(PLAN_PRICES.premium)} a month.`,
  premiumLoading: 'Loading the premium restaurants',
  premiumFailed: "The premium restaurants couldn't be loaded.",
  premiumOffline: "You're offline. The list will load when you're back online.",
  premiumNone: 'There are none at the moment.',
  seePlans: 'See plans',
} as const;

/** Select, Reserve, and what they ask for. */
export const ACTIONS = {
  select: 'Select',
  selected: 'Selected',
  reserve: 'Reserve',
  watch: 'Watch for a table',
  signUp: 'Sign up',
  explained:
    'Select adds restaurants to one request: we book the first table that opens at any of them. Reserve goes on to day and time.',
  understood: 'Got it',
  tooMany: (max: number) => `You can choose up to ${max} restaurants for one request.`,
  selection: 'Selected restaurants',
  selectionCount: (count: number) =>
    count === 1 ? '1 restaurant selected' : `${count} restaurants selected`,
  hidden: (count: number) => `${count} more, show all`,
  accountTitle: (platform: string) => `Connect your ${platform} account`,
  accountText: (platform: string) =>
    `This restaurant takes reservations on ${platform}. We book in your own account there, so connect it first. We keep the restaurant for your request.`,
  connect: (platform: string) => `Connect ${platform}`,
  notNow: 'Not now',
  unknownUser: "We couldn't load your account, so you can't select or reserve yet.",
  tryAgain: 'Try Again',
  trying: 'Trying…',
} as const;
