/** The rules of the fields that describe a user: person, email and password. Pure schemas. */
import * as z from 'zod/mini';
import { USER_FIELDS } from './messages';

export const emailField = z
  .email(USER_FIELDS.emailInvalid)
  .check(z.minLength(2, USER_FIELDS.emailInvalid));

/** The five password rules in the order in which the form lists them. */
export const PASSWORD_RULES = [
  { text: USER_FIELDS.uppercase, passes: (password: string) => /\p{Lu}/u.test(password) },
  { text: USER_FIELDS.lowercase, passes: (password: string) => /\p{Ll}/u.test(password) },
  { text: USER_FIELDS.digit, passes: (password: string) => /\d/.test(password) },
  { text: USER_FIELDS.special, passes: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
  { text: USER_FIELDS.length, passes: (password: string) => password.length >= 8 },
] as const;

/** Name, email and phone. */
export const personFields = {
  first_name: z.string().check(z.trim(), z.minLength(1, USER_FIELDS.firstName)),
  last_name: z.string().check(z.trim(), z.minLength(1, USER_FIELDS.lastName)),
  email: emailField,
  country_code: z.string().check(z.minLength(1, USER_FIELDS.countryCode)),
  phone: z.string().check(z.regex(/^\d{10}$/, USER_FIELDS.phone)),
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
    error: USER_FIELDS.mismatch,
    path: ['confirm_password'],
    // Without `when`, zod would check the pair only after every other field is valid.
    when: ({ value }) => isPasswordPair(value),
  },
);

function isPasswordPair(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { password, confirm_password } = value as Record<string, unknown>;
  return typeof password === 'string' && typeof confirm_password === 'string';
}
