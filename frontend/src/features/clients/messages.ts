/** Every sentence about clients: the first step of the request form, and the address book. */
import type { ClientField } from './client-form';

export const CLIENTS = {
  accountHelp: 'The platform account that will hold the table. One of each platform at most.',
  noAccount: 'You need to connect an account',
  ownAccount: 'This account books in its own name, so no client is asked for.',
  reconnect: 'Its requests wait until you connect it again.',
  clientHelp: 'Pick from your book, or fill in someone new.',
  cardHelp:
    'Goes straight to the platform. We keep the last four digits and the expiry, nothing else.',
  cardHint: 'Asked again for each request, never filled in for you.',
  cardKept: 'On file at the platform, and kept as it is.',
  keep: 'Keep this client in my book',

  pick: 'Choose a client',
  search: 'Search by name, email or phone',
  bookEmpty: 'Nobody is in your book yet. Fill in the fields and keep the client from there.',
  bookFailed: 'Failed to load your client book. Please try again later.',
  noMatch: (text: string) => `No client matches “${text}”.`,
  someOf: (shown: number, count: number) => `${shown} of ${count}. Type to find the others.`,

  next: 'Next: restaurants, dates and times',
  chooseAccount: 'Choose an account first.',
  allIn: 'All details are in.',

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
