/** What the forms accept before the server is asked. Pure schemas. */
import * as z from 'zod/mini';
import { emailField, passwordFields, passwordsMatch, personFields } from '@/entities/user/fields';
import { AUTH } from './messages';

export const loginSchema = z.object({
  email: emailField,
  password: z.string().check(z.minLength(1, AUTH.passwordRequired)),
});
export type LoginForm = z.infer<typeof loginSchema>;

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
