/** Where a fresh login leads: decided by the two account checks of the specification (§2 Login, §7). */
import { api, unwrap } from '@/api/client';
import type { ToastTone } from '@/ui/toast';
import { AUTH } from './messages';

export type Landing = { href: string; toast: { title: string; tone: ToastTone } };

/** Asks both platforms' checks at once. One "yes" is enough, even when the other check fails. */
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

/** `connected` is null when the check itself failed. A kept address waits until an account is there. */
export function landing(connected: boolean | null, redirect: string | null): Landing {
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
