/** What the first step requires, by the chosen accounts (specification §4). Pure. */
import {
  allAccounts,
  type ChosenAccounts,
  type PlatformAccount,
  type UserAccounts,
} from '@/entities/platform/accounts';
import { isBlank, missingFields, type ClientForm } from './client-form';

export function selectedAccounts(user: UserAccounts, chosen: ChosenAccounts): PlatformAccount[] {
  return allAccounts(user).filter(({ platform, id }) => chosen[platform] === id);
}

/** A concierge's account books for clients only; before any account is chosen the fields are open as well. */
export function needsClient(accounts: readonly PlatformAccount[]): boolean {
  return accounts.length === 0 || accounts.some((account) => account.is_concierge);
}

/**
 * Whether Continue is enabled: an account, and all ten fields if it is a concierge's. Nothing has to be entered after
 * `others`, the clients that were added before.
 */
export function stepIsComplete(
  accounts: readonly PlatformAccount[],
  client: ClientForm,
  others: readonly ClientForm[] = [],
): boolean {
  if (accounts.length === 0) return false;
  if (!needsClient(accounts) || missingFields(client).length === 0) return true;
  return others.length > 0 && isBlank(client);
}

/** The clients of the request, in the order in which they are sent. */
export function filedClients(client: ClientForm, others: readonly ClientForm[]): ClientForm[] {
  return others.length > 0 && isBlank(client) ? [...others] : [...others, client];
}

/** The server's limit of clients in one request. */
export const MOST_CLIENTS = 25;
