/**
 * Which bookings this browser has shown, so that no ticket takes the screen twice and no chime sounds twice, also with
 * two tabs open.
 */

export type ClaimKind = 'booked-shown' | 'booked-chimed';

/** As many as the list of notifications has on a few pages. */
const KEPT = 200;

/** Claim bookings for this tab, by the ids of their attempts. Return those that no tab had claimed. */
export async function claim(kind: ClaimKind, attemptIds: readonly number[]): Promise<number[]> {
  const take = () => {
    const known = claimed(kind);
    const free = attemptIds.filter((id) => !known.includes(id));
    if (free.length > 0) {
      localStorage.setItem(kind, JSON.stringify([...known, ...free].slice(-KEPT)));
    }
    return free;
  };
  // Only pages with a secure origin have locks. Without them, two tabs of one instant may both claim.
  return 'locks' in navigator ? navigator.locks.request(kind, take) : take();
}

/** The attempts that were claimed. What is no list of them counts as none. */
export function claimed(kind: ClaimKind): number[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(kind) ?? '[]');
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}
