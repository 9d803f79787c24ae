/** The user's accounts at the platforms, and those that a request names. Pure. */
import type { User } from '@/api/types';
import { platforms } from './platforms';

export type UserAccounts = Pick<User, 'platform_accounts'>;
/** A connected account. `username` is an email address or a phone number with its country code. */
export type PlatformAccount = User['platform_accounts'][number];
/** The chosen accounts of a request, by platform. */
export type ChosenAccounts = Readonly<Record<string, number>>;
/** Stored instead of an account's id where the user chose none of the platform. */
export const NO_ACCOUNT = 0;
/** The chosen cards by platform: the platform's id, or '' for the account's default card. */
export type ChosenCards = Readonly<Record<string, string>>;

/** The user's accounts at all platforms, in the order of the platforms. */
export function allAccounts(user: UserAccounts): PlatformAccount[] {
  return platforms().flatMap(({ key }) => accountsAt(user, key));
}

export function accountsAt({ platform_accounts }: UserAccounts, key: string): PlatformAccount[] {
  return platform_accounts.filter(({ platform }) => platform === key);
}
