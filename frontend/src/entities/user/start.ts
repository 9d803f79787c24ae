/**
 * The progress of a new user, kept in this browser for each user: `open` from the sign-up to the first request,
 * `skipped` if the user hid the steps. What is missing comes from the server (`next-step.ts`).
 */
export type StartMark = 'open' | 'skipped' | null;

const keyOf = (userId: number) => `start:${userId}`;

export function readStart(userId: number): StartMark {
  const saved = localStorage.getItem(keyOf(userId));
  return saved === 'open' || saved === 'skipped' ? saved : null;
}

export function openStart(userId: number): void {
  localStorage.setItem(keyOf(userId), 'open');
}

export function skipStart(userId: number): void {
  localStorage.setItem(keyOf(userId), 'skipped');
}

/** The first request is filed. */
export function endStart(userId: number): void {
  localStorage.removeItem(keyOf(userId));
}
