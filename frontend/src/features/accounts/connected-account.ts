/** A connected account of either platform, as its card shows it. */
import type { OpenTableAccount, ResyAccount } from '@/api/types';

export type Connected = Pick<ResyAccount, 'id' | 'status' | 'verified_at'> & { username: string };

export function resyConnected({ resy_username, ...account }: ResyAccount): Connected {
  return { ...account, username: resy_username };
}

export function openTableConnected({ ot_username, ...account }: OpenTableAccount): Connected {
  return { ...account, username: ot_username };
}
