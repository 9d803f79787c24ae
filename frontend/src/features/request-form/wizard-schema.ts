/**
 * What a request needs before it is sent (specification §5). The server checks all of it again; this puts each error
 * in its place.
 */
import type { User } from '@/api/types';
import { today } from '@/lib/dates';
import type { SelectedVenue } from '@/entities/venue/selection';
import type { Draft } from './draft/draft';
import type { KeptRelease } from './edit';
import { nameInRelease, offersRelease } from '@/entities/platform/platforms';
import {
  accountsAt,
  allAccounts,
  NO_ACCOUNT,
  type ChosenAccounts,
  type PlatformAccount,
  type UserAccounts,
} from '@/entities/platform/accounts';
import { finalSnipeError } from '@/entities/request/final-snipe';
import { messages } from '@/entities/request/messages';
import { releaseErrors } from '@/entities/request/release';
import { REQUEST_FORM } from './messages';
import { isValidWindow, overlap } from './sections/times/time-presets';

/** The specification's keys and ours for other sections, in the order of the page. */
const ERROR_FIELDS = [
  'account_error',
  'snipe_type_error',
  'notify_only_error',
  'venues_error',
  'table_type_error',
  'party_size_error',
  'dates_error',
  'one_table_error',
  'times_error',
  'release_dates_error',
  'release_time_error',
  'final_snipe_error',
  'repeat_error',
] as const;
export type ErrorField = (typeof ERROR_FIELDS)[number];
export type WizardErrors = Partial<Record<ErrorField, string>>;

export function wizardErrors({
  draft,
  venues,
  hasAccount,
  keptRelease,
  now,
}: {
  draft: Draft;
  venues: readonly SelectedVenue[];
  hasAccount: boolean;
  /** The release of the edited group, which may stay although it is past. */
  keptRelease: KeptRelease | null;
  now: Date;
}): WizardErrors {
  const release = notOffered(draft, venues);
  return {
    ...(hasAccount ? {} : { account_error: messages.accountError }),
    ...(release === null ? {} : { snipe_type_error: release }),
    ...(venues.length > 0 ? {} : { venues_error: messages.venuesError }),
    ...(draft.partySize === null ? { party_size_error: messages.partySizeError } : {}),
    ...(draft.dates.length > 0 ? {} : { dates_error: messages.datesError }),
    ...timesError(draft),
    ...typeErrors(draft, keptRelease, now),
  };
}

function timesError({ time, moreTimes }: Draft): WizardErrors {
  if (time === null) return { times_error: messages.timesError };
  if (!moreTimes.every(isValidWindow)) return { times_error: messages.customTimeError };
  return overlap([time, ...moreTimes]) ? { times_error: REQUEST_FORM.timesOverlap } : {};
}

/** Release and final sniping day belong to one type each. */
function typeErrors(draft: Draft, kept: KeptRelease | null, now: Date): WizardErrors {
  if (draft.snipeType === 'release') {
    const isKept =
      kept?.releaseTime != null &&
      draft.releaseDate === kept.releaseDate &&
      draft.releaseTime === kept.releaseTime;
    return isKept ? {} : releaseErrors(draft, now.getTime());
  }
  const finalError = finalSnipeError(draft.finalSnipe, draft.dates, today(now));
  return finalError === null ? {} : { final_snipe_error: finalError };
}

/** The first question that every request answers and this one does not; null if there is none. */
export function openQuestion(draft: Draft, venues: readonly SelectedVenue[]): ErrorField | null {
  const errors = wizardErrors({
    draft,
    venues,
    hasAccount: true,
    keptRelease: null,
    now: new Date(),
  });
  return firstError(errors);
}

/** Why releases are not offered at one of the platforms (specification §6); null if they are, or are not asked for. */
export function notOffered(
  { snipeType }: Pick<Draft, 'snipeType'>,
  venues: readonly Pick<SelectedVenue, 'reservation_source'>[],
): string | null {
  const without = venues.find(({ reservation_source }) => !offersRelease(reservation_source));
  if (snipeType === 'cancel' || without === undefined) return null;
  return messages.releaseNotHere(nameInRelease(without.reservation_source));
}

/** The topmost section with an error takes the focus. */
export function firstError(errors: WizardErrors): ErrorField | null {
  return ERROR_FIELDS.find((field) => errors[field] !== undefined) ?? null;
}

/** The server's `errors` that this form can show; the others are in the toast. */
export function knownErrors(errors: Readonly<Record<string, string>>): WizardErrors {
  return Object.fromEntries(
    ERROR_FIELDS.flatMap((field) => {
      const sentence = errors[field];
      return sentence === undefined ? [] : [[field, sentence]];
    }),
  );
}

/**
 * The accounts of the request: a concierge's choice, for all others the first of each platform. Where a concierge has
 * not chosen, the only account of a platform is taken if it can book.
 */
export function chosenAccounts(
  { accounts }: Pick<Draft, 'accounts'>,
  user: UserAccounts & Pick<User, 'is_concierge'>,
): ChosenAccounts {
  const chosen: Record<string, number> = {};
  for (const account of allAccounts(user)) {
    const { platform, id } = account;
    // A concierge's choice may have been disconnected since.
    const isChosen = user.is_concierge
      ? (accounts[platform] ?? onlyAccount(user, account)) === id
      : !(platform in chosen);
    if (isChosen) chosen[platform] = id;
  }
  return chosen;
}

function onlyAccount(user: UserAccounts, { platform, id, status }: PlatformAccount): number {
  return status === 'connected' && accountsAt(user, platform).length === 1 ? id : NO_ACCOUNT;
}

/** A concierge's choice as the draft stores it: a platform without an account is one that the user decided about. */
export function decidedAccounts(chosen: ChosenAccounts, user: UserAccounts): ChosenAccounts {
  return Object.fromEntries(
    allAccounts(user).map(({ platform }) => [platform, chosen[platform] ?? NO_ACCOUNT]),
  );
}
