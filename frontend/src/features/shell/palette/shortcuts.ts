/** Which keys do what, and the reading of key presses. Pure; `use-shortcuts.ts` listens and acts. */

export type Action =
  | {
      kind: 'go';
      to:
        '/' | '/reservations' | '/reservations/add-reservation' | '/connect-accounts' | '/profile';
    }
  | { kind: 'search' }
  | { kind: 'palette' }
  | { kind: 'shortcuts' };

/** Without an action, the page with the form listens. */
export type Shortcut = { keys: readonly string[]; label: string; action: Action | null };

/** `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: ['mod', 'k'],
    label: 'Go to a restaurant, a request or a page',
    action: { kind: 'palette' },
  },
  { keys: ['/'], label: 'Search restaurants', action: { kind: 'search' } },
  {
    keys: ['n'],
    label: 'Add Reservation',
    action: { kind: 'go', to: '/reservations/add-reservation' },
  },
  { keys: ['mod', 'enter'], label: 'File the request', action: null },
  { keys: ['g', 'h'], label: 'Restaurants', action: { kind: 'go', to: '/' } },
  { keys: ['g', 'r'], label: 'Reservations', action: { kind: 'go', to: '/reservations' } },
  { keys: ['g', 'a'], label: 'Accounts', action: { kind: 'go', to: '/connect-accounts' } },
  { keys: ['g', 'p'], label: 'Profile', action: { kind: 'go', to: '/profile' } },
  { keys: ['?'], label: 'Keyboard shortcuts', action: { kind: 'shortcuts' } },
];

/** The time limit for the second key of a sequence. */
const PAIR_MS = 1500;

type KeyPress = { key: string; mod: boolean; at: number };
/** The first key of a sequence, and when it was pressed. */
export type PendingKey = { key: string; at: number } | null;
type Read = { action: Action | null; pendingKey: PendingKey };

export function readKey(pendingKey: PendingKey, { key, mod, at }: KeyPress): Read {
  const first = pendingKey !== null && at - pendingKey.at <= PAIR_MS ? [pendingKey.key] : [];
  const pressed = mod ? ['mod', key.toLowerCase()] : [...first, key];
  const found = SHORTCUTS.find(({ keys }) => isSame(keys, pressed));
  if (found !== undefined) return { action: found.action, pendingKey: null };
  const begins = !mod && SHORTCUTS.some(({ keys }) => keys.length > 1 && keys[0] === key);
  return { action: null, pendingKey: begins ? { key, at } : null };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
