/** What the forms accept before the server is asked. Pure schemas and rules, no screen. */
import * as z from 'zod/mini';
import { AUTH } from './messages';

const email = z.email(AUTH.emailInvalid).check(z.minLength(2, AUTH.emailInvalid));

export const loginSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, AUTH.passwordRequired)),
});
export type LoginForm = z.infer<typeof loginSchema>;

/** The five password rules in the order they are shown. */
export const PASSWORD_RULES = [
  { text: AUTH.uppercase, passes: (password: string) => /\p{Lu}/u.test(password) },
  { text: AUTH.lowercase, passes: (password: string) => /\p{Ll}/u.test(password) },
  { text: AUTH.digit, passes: (password: string) => /\d/.test(password) },
  { text: AUTH.special, passes: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
  { text: AUTH.length, passes: (password: string) => password.length >= 8 },
] as const;

/** Who somebody is, by the same rules at sign-up and in the profile. */
export const personFields = {
  first_name: z.string().check(z.trim(), z.minLength(1, AUTH.firstName)),
  last_name: z.string().check(z.trim(), z.minLength(1, AUTH.lastName)),
  email,
  country_code: z.string().check(z.minLength(1, AUTH.countryCode)),
  phone: z.string().check(z.regex(/^\d{10}$/, AUTH.phone)),
};

/** A new password, typed twice. */
export const passwordFields = {
  password: z
    .string()
    .check(...PASSWORD_RULES.map(({ text, passes }) => z.refine<string>(passes, text))),
  confirm_password: z.string(),
};

export const passwordsMatch = z.refine<{ password: string; confirm_password: string }>(
  (form) => form.password === form.confirm_password,
  {
    error: AUTH.mismatch,
    path: ['confirm_password'],
    // Told beside the other errors, not only once everything else is right.
    when: ({ value }) => isPasswordPair(value),
  },
);

export const signUpSchema = z
  .object({
    ...personFields,
    ...passwordFields,
    referral_code: z.string().check(z.trim()),
    terms: z.boolean().check(z.refine((accepted) => accepted, AUTH.terms)),
  })
  .check(passwordsMatch);
export type SignUpForm = z.infer<typeof signUpSchema>;

/** The forgot-password button's rule: no spaces, an @ and a dot in the domain. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

function isPasswordPair(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { password, confirm_password } = value as Record<string, unknown>;
  return typeof password === 'string' && typeof confirm_password === 'string';
}
