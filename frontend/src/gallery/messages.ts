/** The sentences of the gallery: sample labels and texts for the parts that it shows. */
import { PLATFORMS } from '@/testing/platforms';

const [{ name: platform }] = PLATFORMS;

export const GALLERY = {
  title: 'Gallery',
  platformForm: 'The form of this platform',
  oneTicket: 'One ticket',
  manyTickets: 'Many tickets',

  reserve: 'Reserve',
  reserveIn: (state: string) => `Reserve, ${state}`,
  close: 'Close',
  selected: 'Selected',

  firstName: 'First name',
  referral: 'Referral code',
  referralHint: 'From your invitation.',
  email: 'Email',
  zip: 'Zip code',
  password: 'Password',
  phone: 'Phone',

  accept: 'I accept the terms.',
  off: 'Off',
  on: 'On',
  offDisabled: 'Off, disabled',
  onDisabled: 'On, disabled',
  prime: 'Prime',
  late: 'Late',
  dayBefore: '1 day before',
  noDate: 'No date yet',
  custom: 'Custom',
  anyParty: 'Any party of 1 to 10',

  connected: `Your ${platform} account successfully connected.`,
  mismatch: 'Email and password do not match',
  loginExpired: `Your ${platform} login has expired`,
  platformAway: `${platform} is not answering.`,
  platformAwayText: 'Requests there continue when it answers again.',
  showBoth: 'Show both',
  requestsFailed: 'Failed to load reservations. Please try again later.',
  venuesFailed: "The restaurants couldn't be loaded.",
} as const;
