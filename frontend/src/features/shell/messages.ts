/** The sentences of the frame around every page, and of pages without content: not found, failed, slow. */
import type { ThemeChoice } from '@/lib/theme';

export const SHELL = {
  skip: 'Skip to content',
  main: 'Main',
  mainNarrow: 'Main, small screens',
  add: 'Add Reservation',
  offlineLead: "You're offline.",
  /** Around the time at which the data was loaded. */
  knownAt: ['This is what we knew at ', '. '],
  offlineRest: 'Your requests keep running on our side.',

  accountButton: 'Account menu',
  account: 'Account',
  profile: 'Profile',
  accounts: 'Connected accounts',
  clients: 'Clients',
  theme: 'Theme',
  shortcuts: 'Keyboard shortcuts',
  terms: 'Terms and conditions',
  privacy: 'Privacy policy',
  logOut: 'Log out',

  notFound: "There's nothing at this address",
  notFoundText: 'The page may have moved, or the link may be incomplete.',
  failed: "This page didn't load",
  broken: 'Something broke on our side. Your requests are safe.',
  tryAgain: 'Try Again',
  offline: "You're offline",
  offlineText:
    "This page will load when you're back online. Your requests keep running on our side.",
  requestId: 'If this keeps happening, give our support this number:',
  loading: 'Loading',
  slow: 'This is taking longer than usual. Your requests keep running.',
  restaurants: 'See all restaurants',
  reservations: 'Your reservations',
  login: 'Log in',
} as const;

export const THEME_NAMES: Record<ThemeChoice, string> = {
  system: 'Match system',
  light: 'Light',
  dark: 'Dark',
};
