import * as v from 'valibot';
import { DEFAULT_COUNTRY_CODE } from '@/lib/countries';
import { PHONE_DIGITS, phoneDigits } from '@/lib/phone';
import { ACCOUNTS } from './messages';

export const passwordLoginSchema = v.object({
  email: v.pipe(v.string(), v.email(ACCOUNTS.emailRequired)),
  password: v.pipe(v.string(), v.minLength(1, ACCOUNTS.passwordRequired)),
});
export type PasswordLogin = v.InferOutput<typeof passwordLoginSchema>;

export const emailSchema = v.object({ email: v.pipe(v.string(), v.email(ACCOUNTS.emailRequired)) });

export const phoneLoginSchema = v.object({
  countryCode: v.string(),
  phone: v.pipe(v.string(), v.regex(/^\d{10}$/, ACCOUNTS.phoneDigits)),
});
export type PhoneLogin = v.InferOutput<typeof phoneLoginSchema>;

/** Split `+19175550142` into the form's two parts; the last ten digits are the number. */
export function phoneParts(full: string): PhoneLogin {
  const digits = full.replace(/\D/g, '');
  const code = digits.slice(0, -PHONE_DIGITS);
  return {
    countryCode: code === '' ? DEFAULT_COUNTRY_CODE : `+${code}`,
    phone: digits.slice(-PHONE_DIGITS),
  };
}

/**
 * The answer to a challenge in the platform's form. A phone is read by the numbering plans, so 00 44 and (0) are understood; one
 * without a country code belongs to the United States. Any other phone is sent as its digits, and the platform refuses it.
 */
export async function answerOf(name: string, typed: string): Promise<string> {
  const text = typed.trim();
  const digits = text.replace(/\D/g, '');
  if (name !== 'mobile_number' || digits === '') return text;
  const plans = await import('@/lib/read-phone').catch(() => undefined);
  const found = plans?.readPhone(text, DEFAULT_COUNTRY_CODE) ?? null;
  if (found !== null) return found.countryCode + found.digits;
  return digits.length === PHONE_DIGITS ? DEFAULT_COUNTRY_CODE + digits : `+${digits}`;
}

/** Digits only, cut to ten (specification §5). */
export const codeDigits = phoneDigits;
