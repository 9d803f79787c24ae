/**
 * The answer of the first step of a sign-in by code, kept in local storage for the next ones (specification §7), so
 * that it survives a reload and the way to the messages. Stored for each user; the code itself is never stored.
 */
import { useState } from 'react';
import * as v from 'valibot';
import { formatCountdown } from '@/lib/format';

const sentSchema = v.object({
  /** The server's sentence. Its only digits are the phone's, and the next step reads them from it. */
  message: v.string(),
  correlationId: v.string(),
  countryCode: v.string(),
  /** Ten digits. */
  phone: v.string(),
  /** Unix milliseconds. */
  sentAt: v.number(),
});
export type CodeRequest = v.InferOutput<typeof sentSchema>;

const addressSchema = v.union([
  v.object({ countryCode: v.string(), phone: v.string() }),
  v.object({ email: v.string() }),
]);
/** Where Resy sends a code. */
export type CodeAddress = v.InferOutput<typeof addressSchema>;

const challengeSchema = v.object({
  correlationId: v.string(),
  properties: v.array(v.object({ name: v.string(), label: v.string() })),
});
/** What Resy asks for after the right code. */
export type Challenge = v.InferOutput<typeof challengeSchema>;

const resySchema = v.object({
  correlationId: v.string(),
  to: addressSchema,
  sentAt: v.number(),
  challenge: v.nullable(challengeSchema),
});
export type ResyCodeRequest = v.InferOutput<typeof resySchema>;

/** The server accepts a correlation id for this long. */
const LIFE_MS = 15 * 60_000;
/** "If you haven't received a code for more than a minute …" */
const RESEND_AFTER_MS = 60_000;

export type CodeStore<T> = {
  /** Return the request whose code is still expected; null if there is none, it is too old, or it cannot be read. */
  read: (userId: number, now: number) => T | null;
  save: (userId: number, sent: T) => void;
  clear: (userId: number) => void;
};

function codeStore<T extends { sentAt: number }>(
  prefix: string,
  schema: v.GenericSchema<unknown, T>,
): CodeStore<T> {
  const keyOf = (userId: number) => `${prefix}:${userId}`;
  return {
    read: (userId, now) => {
      const saved = localStorage.getItem(keyOf(userId));
      if (saved === null) return null;
      try {
        const { success, output } = v.safeParse(schema, JSON.parse(saved));
        return success && now - output.sentAt < LIFE_MS ? output : null;
      } catch {
        return null;
      }
    },
    save: (userId, sent) => {
      localStorage.setItem(keyOf(userId), JSON.stringify(sent));
    },
    clear: (userId) => {
      localStorage.removeItem(keyOf(userId));
    },
  };
}

export const openTableCode = codeStore('opentable-code', sentSchema);
export const resyCode = codeStore('resy-code', resySchema);

/** The expected code of a user, also after a reload. */
export function useCodeRequest<T>(
  store: CodeStore<T>,
  userId: number,
): [T | null, (next: T | null) => void] {
  const [sent, setSent] = useState(() => store.read(userId, Date.now()));
  return [
    sent,
    (next) => {
      setSent(next);
      if (next === null) store.clear(userId);
      else store.save(userId, next);
    },
  ];
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
