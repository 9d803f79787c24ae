/** The page that opens after a login, by the two account checks of the specification (§2 Login, §7). */
import { api, unwrap } from '@/api/client';
import type { ToastTone } from '@/ui/toast';
import { AUTH } from './messages';

export type Destination = { href: string; toast: { title: string; tone: ToastTone } };

/** Run both platforms' checks at once. One "yes" is enough, even if the other check fails. */
export async function checkAccounts(): Promise<boolean> {
  const [resy, openTable] = await Promise.allSettled([
    unwrap(api.GET('/api/resy/check_resy_auth/')),
    unwrap(api.GET('/api/opentable/check_opentable_auth/')),
  ]);
  if (resy.status === 'fulfilled' && resy.value.resy_signed_in) return true;
  if (openTable.status === 'fulfilled' && openTable.value.opentable_signed_in) return true;
  if (resy.status === 'rejected') throw resy.reason;
  if (openTable.status === 'rejected') throw openTable.reason;
  return false;
}

/** `connected` is null if the check failed. A requested address waits until an account is connected. */
export function afterLogin(connected: boolean | null, redirect: string | null): Destination {
  if (connected === null) {
    return {
      href: redirect ?? '/reservations',
      toast: { title: AUTH.checkFailed, tone: 'unsuccessful' },
    };
  }
  return connected
    ? { href: redirect ?? '/reservations', toast: { title: AUTH.loggedIn, tone: 'confirmed' } }
    : { href: '/connect-accounts', toast: { title: AUTH.noAccount, tone: 'seen' } };
}
