/** This browser's Web Push subscription. Only this module asks for the permission, and only after a click. */
import { ADDRESSES } from './messages';

/** `home-screen`: an iPhone or iPad, on which only apps on the home screen get push messages. */
export type PushSupport = 'available' | 'blocked' | 'unsupported' | 'home-screen';

export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** The browser or the user refused the subscription. The message is a sentence for the user. */
export class PushRefused extends Error {}

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return /iPhone|iPad/.test(navigator.userAgent) ? 'home-screen' : 'unsupported';
  }
  return Notification.permission === 'denied' ? 'blocked' : 'available';
}

/** Subscribe with the server's key. A subscription with another key is replaced. Throws PushRefused. */
export async function subscribe(key: string): Promise<Subscription> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new PushRefused(ADDRESSES.notAllowed);
  }
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const earlier = await pushManager.getSubscription();
    if (earlier !== null && keyOf(earlier) !== key) await earlier.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    return {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    };
  } catch {
    // The browser's push service cannot be reached, or the browser has none.
    throw new PushRefused(ADDRESSES.noService);
  }
}

/** End this browser's subscription, if it has one. */
export async function endSubscription(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** The server's key of a subscription in base64url, the form in which the server sends it. */
function keyOf(subscription: PushSubscription): string {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer());
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
