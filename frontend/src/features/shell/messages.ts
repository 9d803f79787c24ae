/** The sentences of pages without content: not found, failed, slow. */
export const SHELL = {
  notFound: 'There is nothing at this address',
  notFoundText: 'The page may have moved, or the link was cut short.',
  failed: 'This page did not load',
  broken: 'Something in it broke. The fault is ours, and nothing that you filed is lost.',
  offline: 'You are offline',
  offlineText:
    'This page opens by itself when you are back. Your requests keep running on our side.',
  requestId: 'If it happens again, this number finds it in our log:',
  loading: 'Loading',
  slow: 'This takes longer than usual. Your requests keep running meanwhile.',
  restaurants: 'See all restaurants',
  reservations: 'Your reservations',
  login: 'Log in',
} as const;
