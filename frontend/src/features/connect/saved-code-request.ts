/**
 * The answer of the first step of a sign-in by code, kept in local storage for the next ones (specification §7), so
 * that it survives a reload and the way to the messages. Stored for each platform and user; the code itself is never
 * stored.
 */
import { useState } from 'react';
import * as v from 'valibot';
import { formatCountdown } from '@/lib/format';

const addressSchema = v.union([
  /** The phone has ten digits. */
  v.object({ countryCode: v.string(), phone: v.string() }),
  v.object({ email: v.string() }),
]);
/** Where the platform sends a code. */
export type CodeAddress = v.InferOutput<typeof addressSchema>;

const sentSchema = v.object({
  /** The server's sentence. */
  message: v.string(),
  correlation_id: v.string(),
  to: addressSchema,
  /** Unix milliseconds. */
  sentAt: v.number(),
  /** What the platform asks for after the right code. */
  challenge: v.nullable(
    v.object({
      correlation_id: v.string(),
      properties: v.array(v.object({ name: v.string(), label: v.string() })),
    }),
  ),
});
export type CodeRequest = v.InferOutput<typeof sentSchema>;

/** The server accepts a correlation id for this long. */
const LIFE_MS = 15 * 60_000;
/** "If you haven't received a code for more than a minute …" */
const RESEND_AFTER_MS = 60_000;

/** The place of one user's code request at a platform. */
export function savedCode(platform: string, userId: number) {
  const key = `${platform}-code:${userId}`;
  return {
    /** Return the request whose code is still expected; null if there is none, it is too old, or it cannot be read. */
    read: (now: number): CodeRequest | null => {
      const saved = localStorage.getItem(key);
      if (saved === null) return null;
      try {
        const { success, output } = v.safeParse(sentSchema, JSON.parse(saved));
        return success && now - output.sentAt < LIFE_MS ? output : null;
      } catch {
        return null;
      }
    },
    save: (sent: CodeRequest | null) => {
      if (sent === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(sent));
    },
  };
}

/** The expected code of a user, also after a reload. */
export function useCodeRequest(
  platform: string,
  userId: number,
): [CodeRequest | null, (next: CodeRequest | null) => void] {
  const saved = savedCode(platform, userId);
  const [sent, setSent] = useState(() => saved.read(Date.now()));
  return [
    sent,
    (next) => {
      setSent(next);
      saved.save(next);
    },
  ];
}

/** `0:42` until another code can be requested; null from then on. */
export function resendWait(sentAt: number, now: number): string | null {
  // The shared clock may be slightly behind the moment of sending.
  const left = Math.ceil((RESEND_AFTER_MS - Math.max(0, now - sentAt)) / 1000);
  if (left <= 0) return null;
  return formatCountdown(left);
}
