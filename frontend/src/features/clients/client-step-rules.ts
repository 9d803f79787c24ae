/** What the first step requires, by the chosen accounts (specification §4). Pure. */
import type { User } from '@/api/types';
import { missingFields, type ClientForm } from './client-form';

export type Chosen = { resy: number | null; openTable: number | null };
export type StepAccount = {
  id: number;
  name: string;
  username: string;
  is_concierge: boolean;
  status: User['resy_accounts'][number]['status'];
};

export function resyAccounts(user: Pick<User, 'resy_accounts'>): StepAccount[] {
  return user.resy_accounts.map(({ resy_username, display_name, ...account }) => ({
    ...account,
    name: display_name,
    username: resy_username,
  }));
}

export function openTableAccounts(user: Pick<User, 'ot_accounts'>): StepAccount[] {
  return user.ot_accounts.map(({ ot_username, display_name, ...account }) => ({
    ...account,
    name: display_name,
    username: ot_username,
  }));
}

export function selectedAccounts(
  user: Pick<User, 'resy_accounts' | 'ot_accounts'>,
  chosen: Chosen,
): StepAccount[] {
  return [
    ...resyAccounts(user).filter(({ id }) => id === chosen.resy),
    ...openTableAccounts(user).filter(({ id }) => id === chosen.openTable),
  ];
}

/** A concierge's account books for clients only; before any account is chosen the fields are open as well. */
export function needsClient(accounts: readonly StepAccount[]): boolean {
  return accounts.length === 0 || accounts.some((account) => account.is_concierge);
}

/** Whether Continue is enabled: an account, and all ten fields if it is a concierge's. */
export function stepIsComplete(accounts: readonly StepAccount[], client: ClientForm): boolean {
  if (accounts.length === 0) return false;
  return !needsClient(accounts) || missingFields(client).length === 0;
}
