/** Every sentence of the listing and the restaurant page. The specification fixes some of them word for word. */
export const VENUES = {
  title: 'Where would you like to eat?',
  noResults: (query: string) =>
    `No results found for ${query}. Please consider trying a different name.`,
  noMatch: 'Nothing matches these filters.',
  noPicks: 'No Top Picks match these filters.',
  listFailed: 'The restaurants could not be loaded.',
  locationsFailed: 'The locations could not be loaded.',
  premiumTitle: 'Premium Restaurants',
  premiumLead: 'The hardest tables. Requests here need a Pro plan.',
  premiumLoading: 'Loading the premium restaurants',
  premiumFailed: 'The premium restaurants could not be loaded.',
  premiumOffline: 'You are offline. The list comes when you are back.',
  premiumNone: 'There are none at the moment.',
  requiresPro: 'Requires PRO Subscription',
  needsAccount: (platform: string) => `Needs your ${platform} account`,
  accountTitle: (platform: string) => `Connect your ${platform} account`,
  accountText: (platform: string) =>
    `This restaurant takes its reservations on ${platform}. We book there in your own account, so you need to connect one first.`,
  unknownUser: 'We could not load your account, so Select and Reserve are waiting.',
  invite: (platform: string) => `We watch for a table and book it in your own ${platform} account.`,
  notFound: 'There is no restaurant at this address',
  tooMany: (max: number) => `You can choose up to ${max} restaurants for one request.`,
  count: (count: number) => (count === 1 ? '1 restaurant' : `${count} restaurants`),
} as const;
