/** The rules of the fields that describe a user: person, email and password. Pure schemas. */
import * as v from 'valibot';
import { USER_FIELDS } from './messages';

export const emailField = v.pipe(v.string(), v.email(USER_FIELDS.emailInvalid));

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
  first_name: v.pipe(v.string(), v.trim(), v.minLength(1, USER_FIELDS.firstName)),
  last_name: v.pipe(v.string(), v.trim(), v.minLength(1, USER_FIELDS.lastName)),
  email: emailField,
  country_code: v.pipe(v.string(), v.minLength(1, USER_FIELDS.countryCode)),
  phone: v.pipe(v.string(), v.regex(/^\d{10}$/, USER_FIELDS.phone)),
};

/** A new password, typed twice. */
export const passwordFields = {
  password: v.pipe(
    v.string(),
    ...PASSWORD_RULES.map(({ text, passes }) => v.check<string, string>(passes, text)),
  ),
  confirm_password: v.string(),
};

/**
 * The options of a form whose schema ends with `passwordsMatch`. By default the resolver sets valibot's `abortPipeEarly`,
 * and then the passwords are not compared while any field is invalid.
 */
export const COMPARED_PASSWORDS = { criteriaMode: 'all' } as const;

/** Refuse a confirmation that differs from the password, even while the password or another field is invalid. */
export function passwordsMatch<Form extends { password: string; confirm_password: string }>() {
  return v.rawCheck<Form>(({ dataset, addIssue }) => {
    const input = dataset.value as Form;
    const value = input.confirm_password;
    if (value === input.password) return;
    addIssue({
      message: USER_FIELDS.mismatch,
      path: [{ type: 'object', origin: 'value', input, key: 'confirm_password', value }],
    });
  });
}
