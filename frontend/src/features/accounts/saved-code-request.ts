/**
 * The answer of OpenTable's first step, kept in local storage for the second (specification §7), so that it survives
 * a reload and the way to the messages. Stored for each user; the code itself is never stored.
 */
import * as z from 'zod/mini';
import { formatCountdown } from '@/lib/format';

const sentSchema = z.object({
  /** The server's sentence. Its only digits are the phone's, and the next step reads them from it. */
  message: z.string(),
  correlationId: z.string(),
  countryCode: z.string(),
  /** Ten digits. */
  phone: z.string(),
  /** Unix milliseconds. */
  sentAt: z.number(),
});
export type CodeRequest = z.infer<typeof sentSchema>;

/** The server accepts a correlation id for this long. */
const LIFE_MS = 15 * 60_000;
/** "If you haven't received a code for more than a minute …" */
const RESEND_AFTER_MS = 60_000;

const keyOf = (userId: number) => `opentable-code:${userId}`;

/** Return the request whose code is still expected; null if there is none, it is too old, or it cannot be read. */
export function readCodeRequest(userId: number, now: number): CodeRequest | null {
  const saved = localStorage.getItem(keyOf(userId));
  if (saved === null) return null;
  try {
    const { success, data } = sentSchema.safeParse(JSON.parse(saved));
    return success && now - data.sentAt < LIFE_MS ? data : null;
  } catch {
    return null;
  }
}

export function saveCodeRequest(userId: number, sent: CodeRequest): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(sent));
}

export function clearCodeRequest(userId: number): void {
  localStorage.removeItem(keyOf(userId));
}

/** Return the phone in the message, in the form of the second step: `+19175550142`. */
export function phoneOf(message: string): string {
  return `+${message.replace(/\D/g, '')}`;
}

/** `0:42` until another code can be requested; null from then on. */
export function resendWait(sentAt: number, now: number): string | null {
  // The shared clock may be slightly behind the moment of sending.
  const left = Math.ceil((RESEND_AFTER_MS - Math.max(0, now - sentAt)) / 1000);
  if (left <= 0) return null;
  return formatCountdown(left);
}
