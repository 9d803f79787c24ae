/** What the forms accept before the server is asked. Pure schemas. */
import * as v from 'valibot';
import { emailField, passwordFields, passwordsMatch, personFields } from '@/entities/user/fields';
import { AUTH } from './messages';

export const loginSchema = v.object({
  email: emailField,
  password: v.pipe(v.string(), v.minLength(1, AUTH.passwordRequired)),
});
export type LoginForm = v.InferOutput<typeof loginSchema>;

export const signUpSchema = v.pipe(
  v.object({
    ...personFields,
    ...passwordFields,
    referral_code: v.pipe(v.string(), v.trim()),
    terms: v.pipe(
      v.boolean(),
      v.check((accepted) => accepted, AUTH.terms),
    ),
  }),
  passwordsMatch(),
);
export type SignUpForm = v.InferOutput<typeof signUpSchema>;

/** The forgot-password button's rule: no spaces, an @ and a dot in the domain. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
