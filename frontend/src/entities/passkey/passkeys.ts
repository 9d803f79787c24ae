/** The user's passkeys, and whether this page can use one. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { PASSKEYS } from './messages';

export type Passkey = components['schemas']['PasskeyOut'];

/** A user has at most this many. */
export const MOST_PASSKEYS = 10;

const THIS_COMPUTER = ['127.0.0.1', '[::1]'];
const IP_ADDRESS = /^[\d.]+$|:/;

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/passkeys/', { signal })),
});

/** Why this page cannot use passkeys, as a sentence; null if it can. A passkey belongs to the name of a host. */
export function findObstacle(hostname = window.location.hostname): string | null {
  if (THIS_COMPUTER.includes(hostname)) return PASSKEYS.elsewhere(hostname, 'localhost');
  if (IP_ADDRESS.test(hostname)) return PASSKEYS.needsName(hostname);
  const isKnown =
    'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
  return isKnown ? null : PASSKEYS.noBrowser;
}
