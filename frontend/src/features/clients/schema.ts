/** What the first step accepts; the server checks all of it again. Pure. */
import * as v from 'valibot';
import { personFields } from '@/entities/user/fields';
import { isCardKept, isExpired, type ClientErrors, type ClientFields } from './client-form';
import { CLIENTS } from './messages';

/** The current year and the nine after it (specification §9). */
const EXPIRY_YEARS = 10;

const personSchema = v.object({
  first_name: personFields.first_name,
  last_name: personFields.last_name,
  zip_code: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[a-z\d][a-z\d -]{1,10}[a-z\d]$/i, CLIENTS.zipInvalid),
  ),
  phone_country_code: personFields.country_code,
  phone: personFields.phone,
});

// Separate, because spaces around an address are allowed.
const emailSchema = v.object({ email: personFields.email });

const cardSchema = v.object({
  cc_number: v.pipe(v.string(), v.check(isCardNumber, CLIENTS.cardInvalid)),
  cvc: v.pipe(v.string(), v.trim(), v.regex(/^\d{3,4}$/, CLIENTS.cvcInvalid)),
});

/** One sentence for each invalid field of the person. */
export function personErrors(fields: ClientFields): ClientErrors {
  return {
    ...sentences(v.safeParse(personSchema, fields)),
    ...sentences(v.safeParse(emailSchema, { email: fields.email.trim() })),
  };
}

/** One sentence for each invalid field. */
export function clientErrors(fields: ClientFields, now: Date): ClientErrors {
  const person = personErrors(fields);
  if (isCardKept({ fields })) return person;
  const isOver = isExpired(fields.exp_month, fields.exp_year, now);
  return {
    ...person,
    ...sentences(v.safeParse(cardSchema, fields)),
    ...(isOver ? { exp_month: CLIENTS.cardOver } : {}),
  };
}

export function expiryYears(now: Date): string[] {
  return Array.from({ length: EXPIRY_YEARS }, (_, index) => String(now.getFullYear() + index));
}

export const EXPIRY_MONTHS = Array.from({ length: 12 }, (_, index) =>
  String(index + 1).padStart(2, '0'),
);

/** Length and check digit (Luhn). */
export function isCardNumber(typed: string): boolean {
  const digits = typed.replace(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** Digits in groups of four, as printed on the card. */
export function formatCardNumber(typed: string): string {
  return typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** The first sentence of each field. */
function sentences({ issues = [] }: { issues?: readonly v.BaseIssue<unknown>[] | undefined }) {
  const entries = issues.map((issue) => [v.getDotPath(issue), issue.message] as const);
  return Object.fromEntries(entries.reverse()) as ClientErrors;
}
