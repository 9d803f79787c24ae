/** Every sentence about clients: the first step of the request form, and the address book. */
import { formatCount } from '@/lib/format';
import type { ClientField } from './client-form';

export const CLIENTS = {
  accountHelp: 'The account that will hold the table. Choose at most one per platform.',
  noAccount: 'You need to connect an account',
  ownAccount: 'This account books in its own name, so it needs no client.',
  reconnect: 'Its requests wait until you reconnect it.',
  clientHelp: 'Choose from your client book, or enter a new client.',
  cardHelp: 'We pass the card to the platform and keep only its last four digits and expiry date.',
  cardHint: 'You enter it for each request; we never fill it in.',
  cardKept: 'On file with the platform. It stays unchanged.',
  keep: 'Save this client in my client book',

  pick: 'Choose a client',
  search: 'Search by name, email or phone',
  bookEmpty: 'Your client book is empty. Import clients, or enter one below.',
  bookFailed: 'Failed to load your client book. Please try again later.',
  noMatch: (text: string) => `No client matches “${text}”.`,
  someOf: (shown: number, count: number) =>
    `${formatCount(shown)} of ${formatCount(count)}. Type to narrow the list.`,

  next: 'Next: restaurants, dates and times',
  chooseAccount: 'Choose an account first.',
  allIn: 'All details are in.',

  account: 'Account',
  client: 'Client',
  card: 'Card',
  book: 'Client book',
  connect: 'Connect an account',
  connected: 'Connected',
  needsReconnect: 'Needs reconnect',
  conciergeAccount: 'concierge',
  chosen: '(chosen)',
  importClients: 'Import clients',
  clear: 'Clear',
  clearWhat: 'the client',
  change: 'Change',
  changeWhat: 'the card',
  month: 'Month',
  year: 'Year',
  numberExample: '0000 0000 0000 0000',
  cvcExample: '000',

  summary: 'Your request',
  onBehalf: 'Booked on behalf of',
  forYourself: 'Booked for yourself',
  draft: 'Draft',
  continue: 'Continue',
  open: '…',
  /** Around the client's name, and before the accounts that hold the table. */
  forClient: ['For ', ', '],
  heldIn: ['held in ', 'Held in '],
  forName: (name: string) => `For ${name}`,
  /** `Ada Lovelace`, `Ada Lovelace and Grace Hopper`, `Ada Lovelace and 3 more`. */
  names: ([first = '', second, ...more]: readonly string[]) =>
    second === undefined
      ? first
      : more.length === 0 && second !== ''
        ? `${first} and ${second}`
        : `${first} and ${more.length + 1} more`,
  more: 'More clients',
  moreHelp: 'Each client gets a request of their own with the same restaurants, dates and times.',
  addAnother: 'Add another client',
  tooMany: (most: number) => `One request can be for ${most} clients at most.`,

  zipInvalid: 'Please enter a valid zip code.',
  cardInvalid: 'Please enter a valid card number.',
  cardOver: 'This card has expired.',
  cvcInvalid: 'Please enter the 3 or 4 digits of the CVV.',
} as const;

export const FIELD_LABELS: Record<ClientField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  zip_code: 'Zip code',
  phone_country_code: 'Country code',
  phone: 'Phone',
  cc_number: 'Card number',
  cvc: 'CVV',
  exp_month: 'Expiry month',
  exp_year: 'Expiry year',
};

/** `8 of 10 details in. Still needed: card number, CVV.` */
export function stillNeeded(missing: readonly ClientField[], total: number): string {
  if (missing.length === 0) return CLIENTS.allIn;
  const done = total - missing.length;
  if (done <= total / 2) return `${done} of ${total} details in.`;
  const names = missing.map((field) =>
    field === 'cvc' ? FIELD_LABELS.cvc : FIELD_LABELS[field].toLowerCase(),
  );
  return `${done} of ${total} details in. Still needed: ${names.join(', ')}.`;
}
