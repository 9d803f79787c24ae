/**
 * The fields of single platforms that the API fixes, in the user, a submission and a group. Only this module and
 * wire-calls.ts, which has the paths, name a platform; other code passes its key.
 */
import type { Group, ReservationBody } from '@/api/reservation-types';
import type { User } from '@/api/types';
import { platformName } from './platforms';

export type UserAccounts = Pick<User, 'resy_accounts' | 'ot_accounts'>;
/** A connected account. `username` is an email address or a phone number with its country code. */
export type PlatformAccount = Omit<User['resy_accounts'][number], 'resy_username'> & {
  platform: string;
  username: string;
};
/** The chosen accounts of a request, by platform. */
export type ChosenAccounts = Readonly<Record<string, number>>;
/** The chosen cards by platform: the platform's id, or '' for the account's default card. */
export type ChosenCards = Readonly<Record<string, string>>;

/** The user's accounts at all platforms. */
export function allAccounts({ resy_accounts, ot_accounts }: UserAccounts): PlatformAccount[] {
  return [
    ...resy_accounts.map(({ resy_username, ...account }) => {
      return { ...account, platform: 'resy', username: resy_username };
    }),
    ...ot_accounts.map(({ ot_username, ...account }) => {
      return { ...account, platform: 'opentable', username: ot_username };
    }),
  ];
}

export function accountsAt(user: UserAccounts, platform: string): PlatformAccount[] {
  return allAccounts(user).filter((account) => account.platform === platform);
}

/** The fields of a submission that name its accounts. */
export function accountFields(
  chosen: ChosenAccounts,
): Pick<ReservationBody, 'selectedResyAccount' | 'selectedOpenTableAccount'> {
  return {
    selectedResyAccount: chosen.resy ?? null,
    selectedOpenTableAccount: chosen.opentable ?? null,
  };
}

export type CardFields = Pick<ReservationBody, 'selectedResyCard' | 'selectedOpenTableCard'>;

/** The fields of a submission that name its cards. A platform without a chosen card has none. */
export function cardFields({ resy, opentable }: ChosenCards): CardFields {
  return {
    ...(resy === undefined ? {} : { selectedResyCard: resy }),
    ...(opentable === undefined ? {} : { selectedOpenTableCard: opentable }),
  };
}

export function cardsOfGroup({
  resy_card,
  opentable_card,
}: Pick<Group, 'resy_card' | 'opentable_card'>): ChosenCards {
  return {
    ...(resy_card === null ? {} : { resy: resy_card }),
    ...(opentable_card === null ? {} : { opentable: opentable_card }),
  };
}

/** The name in the sentence about releases, where the specification spells one name in its own way (§6). */
export function nameInRelease(platform: string): string {
  return platform === 'opentable' ? 'Opentable' : platformName(platform);
}
