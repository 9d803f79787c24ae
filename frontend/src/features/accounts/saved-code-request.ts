/**
 * What OpenTable's first step answered, kept in local storage for the second (specification §7), so that a
 * reload or the way to the messages and back loses nothing. Each user has their own; the code itself is never kept.
 */
import * as z from 'zod/mini';

const sentSchema = z.object({
  /** The server's sentence. Its only digits are the phone's, and the next step takes them from it. */
  message: z.string(),
  correlationId: z.string(),
  countryCode: z.string(),
  /** Ten digits. */
  phone: z.string(),
  /** Unix milliseconds. */
  sentAt: z.number(),
});
export type SentCode = z.infer<typeof sentSchema>;

/** The server takes a correlation id no longer than this. */
const LIFE_MS = 15 * 60_000;
/** "If you haven't received a code for more than a minute …" */
export const RESEND_AFTER_MS = 60_000;

const keyOf = (userId: number) => `opentable-code:${userId}`;

/** The code that is still on its way; null when there is none, it is too old, or it cannot be read. */
export function loadCode(userId: number, now: number): SentCode | null {
  const saved = localStorage.getItem(keyOf(userId));
  if (saved === null) return null;
  try {
    const { success, data } = sentSchema.safeParse(JSON.parse(saved));
    return success && now - data.sentAt < LIFE_MS ? data : null;
  } catch {
    return null;
  }
}

export function saveCode(userId: number, sent: SentCode): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(sent));
}

export function clearCode(userId: number): void {
  localStorage.removeItem(keyOf(userId));
}

/** The phone that the message names, as the second step wants it: `+19175550142`. */
export function phoneOf(message: string): string {
  return `+${message.replace(/\D/g, '')}`;
}

/** `0:42` until the code may be asked for again; null from then on. */
export function resendWait(sentAt: number, now: number): string | null {
  // The shared clock may stand a moment before the code was sent.
  const left = Math.ceil((RESEND_AFTER_MS - Math.max(0, now - sentAt)) / 1000);
  if (left <= 0) return null;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
