/**
 * The number of the last durable event that this tab has shown, kept across reloads. It belongs to one user: another
 * user in the same tab starts at the present.
 */
export type Cursor = { read: () => number | null; write: (seq: number) => void };

export function sessionCursor(userId: number): Cursor {
  const key = `last-seq:${userId}`;
  return {
    read: () => {
      const saved = Number(sessionStorage.getItem(key) ?? Number.NaN);
      return Number.isSafeInteger(saved) && saved >= 0 ? saved : null;
    },
    write: (seq) => {
      sessionStorage.setItem(key, String(seq));
    },
  };
}
