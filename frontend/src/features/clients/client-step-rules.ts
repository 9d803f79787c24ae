/** What the first step requires, by the chosen accounts (specification §4). Pure. */
import {
  allAccounts,
  type ChosenAccounts,
  type PlatformAccount,
  type UserAccounts,
} from '@/entities/platform/accounts';
import { missingFields, type ClientForm } from './client-form';

export function selectedAccounts(user: UserAccounts, chosen: ChosenAccounts): PlatformAccount[] {
  return allAccounts(user).filter(({ platform, id }) => chosen[platform] === id);
}

/** A concierge's account books for clients only; before any account is chosen the fields are open as well. */
export function needsClient(accounts: readonly PlatformAccount[]): boolean {
  return accounts.length === 0 || accounts.some((account) => account.is_concierge);
}

/** Whether Continue is enabled: an account, and all ten fields if it is a concierge's. */
export function stepIsComplete(accounts: readonly PlatformAccount[], client: ClientForm): boolean {
  if (accounts.length === 0) return false;
  return !needsClient(accounts) || missingFields(client).length === 0;
}
