import * as z from 'zod/mini';
import { DEFAULT_COUNTRY_CODE } from '@/lib/countries';
import { PHONE_DIGITS, phoneDigits } from '@/lib/phone';
import { ACCOUNTS } from './messages';

export const resyLoginSchema = z.object({
  email: z.email(ACCOUNTS.emailRequired),
  password: z.string().check(z.minLength(1, ACCOUNTS.passwordRequired)),
});
export type ResyLogin = z.infer<typeof resyLoginSchema>;

export const emailSchema = z.object({ email: z.email(ACCOUNTS.emailRequired) });

export const phoneLoginSchema = z.object({
  countryCode: z.string(),
  phone: z.string().check(z.regex(/^\d{10}$/, ACCOUNTS.phoneDigits)),
});
export type PhoneLogin = z.infer<typeof phoneLoginSchema>;

/** Split `+19175550142` into the form's two parts; the last ten digits are the number. */
export function phoneParts(full: string): PhoneLogin {
  const digits = full.replace(/\D/g, '');
  const code = digits.slice(0, -PHONE_DIGITS);
  return {
    countryCode: code === '' ? DEFAULT_COUNTRY_CODE : `+${code}`,
    phone: digits.slice(-PHONE_DIGITS),
  };
}

/** The answer to a challenge in Resy's form; a phone of ten digits belongs to the United States. */
export function answerOf(name: string, typed: string): string {
  const text = typed.trim();
  const digits = text.replace(/\D/g, '');
  if (name !== 'mobile_number' || digits === '') return text;
  return digits.length === PHONE_DIGITS ? DEFAULT_COUNTRY_CODE + digits : `+${digits}`;
}

/** Digits only, cut to ten (specification §5). */
export const codeDigits = phoneDigits;
