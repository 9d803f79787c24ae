/**
 * What a request must have before it is sent (specification §5). The server checks all of it again; this
 * says what is missing beside the place where it is missing.
 */
import type { User } from '@/api/types';
import type { IsoDate } from '@/lib/dates';
import type { SelectedVenue } from '@/lib/selection';
import type { Draft } from './draft';
import { finalSnipeError } from './final-snipe';
import { messages } from './messages';

/** The specification's keys, with ours for the two sections it has no key for; in the order of the page. */
export const ERROR_FIELDS = [
  'account_error',
  'venues_error',
  'party_size_error',
  'dates_error',
  'times_error',
  'final_snipe_error',
] as const;
export type ErrorField = (typeof ERROR_FIELDS)[number];
export type WizardErrors = Partial<Record<ErrorField, string>>;

export function wizardErrors({
  draft,
  venues,
  hasAccount,
  today,
}: {
  draft: Draft;
  venues: readonly SelectedVenue[];
  hasAccount: boolean;
  today: IsoDate;
}): WizardErrors {
  const finalError = finalSnipeError(draft.finalSnipe, draft.dates, today);
  return {
    ...(hasAccount ? {} : { account_error: messages.accountError }),
    ...(venues.length > 0 ? {} : { venues_error: messages.venuesError }),
    ...(draft.partySize === null ? { party_size_error: messages.partySizeError } : {}),
    ...(draft.dates.length > 0 ? {} : { dates_error: messages.datesError }),
    ...(draft.time === null ? { times_error: messages.timesError } : {}),
    ...(finalError === null ? {} : { final_snipe_error: finalError }),
  };
}

/** The topmost section that has an error: where focus goes. */
export function firstError(errors: WizardErrors): ErrorField | null {
  return ERROR_FIELDS.find((field) => errors[field] !== undefined) ?? null;
}

/** The server's `errors`, with the keys this form knows; the rest is left to the toast. */
export function knownErrors(errors: Readonly<Record<string, string>>): WizardErrors {
  return Object.fromEntries(
    ERROR_FIELDS.flatMap((field) => {
      const sentence = errors[field];
      return sentence === undefined ? [] : [[field, sentence]];
    }),
  );
}

export type Accounts = { resy: number | null; openTable: number | null };

/** The accounts a request books with: the concierge's choice, else the first of each platform. */
export function chosenAccounts(
  draft: Pick<Draft, 'resyAccount' | 'openTableAccount'>,
  user: Pick<User, 'resy_accounts' | 'ot_accounts'>,
): Accounts {
  return {
    resy: pick(draft.resyAccount, user.resy_accounts),
    openTable: pick(draft.openTableAccount, user.ot_accounts),
  };
}

function pick(chosen: number | null, accounts: readonly { id: number }[]): number | null {
  const still = accounts.find((account) => account.id === chosen);
  return (still ?? accounts[0])?.id ?? null;
}
