/** A connected account of either platform, as its card shows it. */
import type { OpenTableAccount, ResyAccount } from '@/api/types';

export type ConnectedAccount = Pick<ResyAccount, 'id' | 'status' | 'verified_at'> & {
  username: string;
};

export function resyConnected({ resy_username, ...account }: ResyAccount): ConnectedAccount {
  return { ...account, username: resy_username };
}

export function openTableConnected({
  ot_username,
  ...account
}: OpenTableAccount): ConnectedAccount {
  return { ...account, username: ot_username };
}
