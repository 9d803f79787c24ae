/** The page that opens after a login, by the account checks of the specification (§2 Login, §7). */
import { platforms } from '@/entities/platform/platforms';
import { isSignedIn } from '@/entities/platform/wire-calls';
import type { ToastTone } from '@/ui/toast';
import { AUTH } from './messages';

export type Destination = { href: string; toast: { title: string; tone: ToastTone } };

/** Run the checks of all platforms at once. One "yes" is enough, even if the other check fails. */
export async function checkAccounts(): Promise<boolean> {
  const checks = await Promise.allSettled(platforms().map(({ key }) => isSignedIn(key)));
  if (checks.some((check) => check.status === 'fulfilled' && check.value)) return true;
  const failed = checks.find((check) => check.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
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
