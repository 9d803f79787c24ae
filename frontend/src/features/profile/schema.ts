/** What the profile's forms accept, and the mapping between form and user. Pure. */
import * as v from 'valibot';
import type { components } from '@/api/schema.gen';
import type { User } from '@/api/types';
import { passwordFields, passwordsMatch, personFields } from '@/entities/user/fields';
import { DEFAULT_COUNTRY_CODE } from '@/lib/countries';
import { PHONE_DIGITS, phoneDigits } from '@/lib/phone';
import { PROFILE } from './messages';

const CENTS = 100;

/** The password is required only for some changes, and the server checks it. */
export const personSchema = v.object({
  ...personFields,
  /** Whole dollars; empty until the user has chosen. */
  cancel_fee: v.pipe(v.string(), v.regex(/^(?:1000|\d{0,3})$/, PROFILE.cancelFeeWrong)),
  current_password: v.string(),
});
export type PersonForm = v.InferOutput<typeof personSchema>;

export const changePasswordSchema = v.pipe(
  v.object({
    old_password: v.pipe(v.string(), v.minLength(1, PROFILE.currentRequired)),
    ...passwordFields,
  }),
  passwordsMatch(),
);
export type ChangePasswordForm = v.InferOutput<typeof changePasswordSchema>;

export type PersonChanges = components['schemas']['ProfileIn'];

/** The number is the last ten digits; the digits before it are the country code. */
export function toPersonForm(user: User): PersonForm {
  const { first_name, last_name, email, phone, cancel_fee_per_guest_cents: cents } = user;
  const code = phone.slice(0, -PHONE_DIGITS);
  return {
    first_name,
    last_name,
    email,
    country_code: code === '' ? DEFAULT_COUNTRY_CODE : code,
    phone: phoneDigits(phone.slice(-PHONE_DIGITS)),
    cancel_fee: cents === null ? '' : String(cents / CENTS),
    current_password: '',
  };
}

/** Which of the two fields that need the current password differ from the user's; null if neither does. */
export function needsPassword(
  form: Partial<PersonForm>,
  user: Pick<User, 'email' | 'phone'>,
): { email: boolean; phone: boolean } | null {
  const email = form.email?.trim().toLowerCase() !== user.email;
  const phone = `${form.country_code ?? ''}${form.phone ?? ''}` !== user.phone;
  return email || phone ? { email, phone } : null;
}

/** Only the changed fields, or null: an unchanged address must not cause an email. */
export function toChanges(form: PersonForm, user: User): PersonChanges | null {
  const submitted = {
    first_name: form.first_name,
    last_name: form.last_name,
    email: form.email,
    phone: form.country_code + form.phone,
    cancel_fee_per_guest_cents:
      form.cancel_fee === '' ? user.cancel_fee_per_guest_cents : Number(form.cancel_fee) * CENTS,
  };
  const changes = Object.fromEntries(
    Object.entries(submitted).filter(
      ([name, value]) => user[name as keyof typeof submitted] !== value,
    ),
  );
  if (Object.keys(changes).length === 0) return null;
  return needsPassword(form, user) === null
    ? changes
    : { ...changes, current_password: form.current_password };
}
