/** Maps the sign-up form to the call, and a refused call to the form. Pure. */
import type { FieldErrors } from '@/api/errors';
import type { RegisterBody } from '@/api/types';
import type { SignUpForm } from './schema';

/** `referralLink`: the whole invitation URL, if the visitor opened one. */
export function toRegisterBody(form: SignUpForm, referralLink: string | null): RegisterBody {
  return {
    first_name: form.first_name,
    last_name: form.last_name,
    email: form.email,
    phone: `${form.country_code}${form.phone}`,
    password: form.password,
    referral_code: form.referral_code === '' ? null : form.referral_code,
    referral_link: referralLink,
  };
}

const FIELDS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'password',
  'referral_code',
] as const satisfies readonly (keyof SignUpForm)[];

/** Return the server's field errors that have a field here, in the form's order; the others go into the summary. */
export function toFormErrors(
  errors: FieldErrors,
): { field: (typeof FIELDS)[number]; message: string }[] {
  return FIELDS.flatMap((field) => {
    const message = errors[field];
    return message === undefined ? [] : [{ field, message }];
  });
}
