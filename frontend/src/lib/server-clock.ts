/**
 * The server's time, for countdowns to an instant: a browser's clock may be minutes off. It is the browser's time until
 * an answer has stated the server's.
 */

/** What a call's travel may falsify; a smaller difference is no error of the clock. */
const TOLERANCE_MS = 500;

let offset = 0;

/** Learn the server's time `stated` from an answer to a call that was sent at `sentAt` (Unix milliseconds). */
export function learnServerTime(stated: number, sentAt: number): void {
  const receivedAt = Date.now();
  const found = stated - (sentAt + receivedAt) / 2;
  offset = Math.abs(found) < Math.max(TOLERANCE_MS, receivedAt - sentAt) ? 0 : found;
}

/** The server's time in Unix milliseconds. */
export function serverNow(): number {
  return Date.now() + offset;
}
