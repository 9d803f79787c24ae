/**
 * The concierge's client: the ten fields of the specification (§4). Kept in memory only, so that no
 * client and no card is in the browser's storage; a reload asks again. Pure.
 */
import type { BookEntry, ClientDetails, Group } from '@/api/reservation-types';
import { DEFAULT_COUNTRY_CODE } from '@/lib/countries';
import { PHONE_DIGITS, phoneDigits } from '@/lib/phone';

/** The ten fields under the server's names, in the order of the page. */
export const CLIENT_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'zip_code',
  'phone_country_code',
  'phone',
  'cc_number',
  'cvc',
  'exp_month',
  'exp_year',
] as const;
export type ClientField = (typeof CLIENT_FIELDS)[number];
export type ClientFields = Record<ClientField, string>;
export type ClientErrors = Partial<Record<ClientField | 'client_error' | 'account_error', string>>;

export type ClientForm = {
  fields: ClientFields;
  save: boolean;
  /** The address book entry from which the fields were filled. */
  picked: BookEntry | null;
};

/** The server's errors that belong to this step; the others belong to the request. */
export function stepErrors(errors: Readonly<Record<string, string>>): ClientErrors {
  return Object.fromEntries(
    [...CLIENT_FIELDS, 'client_error', 'account_error'].flatMap((field) => {
      const sentence = errors[field];
      return sentence === undefined ? [] : [[field, sentence]];
    }),
  );
}

/** The fields about the person; the others are the card's. */
export const PERSON_FIELDS = CLIENT_FIELDS.slice(0, 6);

const NO_CARD = { cc_number: '', cvc: '', exp_month: '', exp_year: '' };
/** Shown in the CVV's place while the card on file is kept; the CVV itself is not known. */
const KEPT_CVC = '•••';
const MASK = /^[•*]{4} ?\d{4}$/;

export const EMPTY_CLIENT: ClientForm = {
  fields: {
    first_name: '',
    last_name: '',
    email: '',
    zip_code: '',
    phone_country_code: DEFAULT_COUNTRY_CODE,
    phone: '',
    ...NO_CARD,
  },
  save: false,
  picked: null,
};

/** Fields that are empty or blank. */
export function missingFields({ fields }: Pick<ClientForm, 'fields'>): ClientField[] {
  return CLIENT_FIELDS.filter((field) => fields[field].trim() === '');
}

/** Whether nothing is entered; the country code is there from the start. */
export function isBlank({ fields }: Pick<ClientForm, 'fields'>): boolean {
  return CLIENT_FIELDS.every((field) => field === 'phone_country_code' || fields[field] === '');
}

export function nameOf({ fields }: Pick<ClientForm, 'fields'>): string {
  return `${fields.first_name} ${fields.last_name}`.trim();
}

/** Whether the card is the one on file: its number is the server's mask. */
export function isCardKept({ fields }: Pick<ClientForm, 'fields'>): boolean {
  return MASK.test(fields.cc_number);
}

export function changeFields(form: ClientForm, change: Partial<ClientFields>): ClientForm {
  return { ...form, fields: { ...form.fields, ...change } };
}

/** Replace the card on file by empty fields. */
export function withoutCard(form: ClientForm): ClientForm {
  return changeFields(form, NO_CARD);
}

/** Clear the CVV after an answer of the server. */
export function withoutCvc(form: ClientForm): ClientForm {
  return isCardKept(form) ? form : changeFields(form, { cvc: '' });
}

/** Fill the fields from an address book entry, with the card on file for these accounts. */
export function fromAddressBook(
  entry: BookEntry,
  accountIds: readonly number[],
  now: Date,
): ClientForm {
  const fields = { ...personOf(entry), ...cardOnFile(entry, accountIds, now) };
  return { fields, save: entry.saved, picked: entry };
}

/** Fill the fields from the client of a group, with the card that the group books with. */
export function fromGroup(client: NonNullable<Group['client']>, now: Date): ClientForm {
  const { cc_number, exp_month, exp_year } = client;
  const isWhole = cc_number !== null && exp_month !== null && exp_year !== null;
  const card =
    isWhole && !isExpired(exp_month, exp_year, now)
      ? { cc_number, exp_month, exp_year, cvc: KEPT_CVC }
      : NO_CARD;
  // A client in the address book stays there without being saved again.
  return { fields: { ...personOf(client), ...card }, save: false, picked: null };
}

export type Person = Pick<BookEntry, 'first_name' | 'last_name' | 'email' | 'zip_code' | 'phone'>;

/** The number is the last ten digits; the digits before it are the country code. */
export function personOf({ first_name, last_name, email, zip_code, phone }: Person) {
  const code = phone.slice(0, -PHONE_DIGITS);
  return {
    first_name,
    last_name,
    email,
    zip_code,
    phone_country_code: code === '' ? DEFAULT_COUNTRY_CODE : code,
    phone: phoneDigits(phone.slice(-PHONE_DIGITS)),
  };
}

/** Replace the card after other accounts were chosen, if it is not on file for them. */
export function fitCard(form: ClientForm, accountIds: readonly number[], now: Date): ClientForm {
  const isTyped = form.fields.cc_number !== '' && !isCardKept(form);
  if (form.picked === null || isTyped) return form;
  return changeFields(form, cardOnFile(form.picked, accountIds, now));
}

/** The form as `clientDetails` of the submission. A mask means that the card on file is kept. */
export function clientDetails(form: ClientForm): ClientDetails {
  const trimmed = Object.fromEntries(
    CLIENT_FIELDS.map((field) => [field, form.fields[field].trim()]),
  ) as ClientFields;
  return { ...trimmed, cvc: isCardKept(form) ? null : trimmed.cvc, save: form.save };
}

/** The card that all accounts have on file, unless it has expired. */
function cardOnFile(
  { cards }: BookEntry,
  accountIds: readonly number[],
  now: Date,
): Pick<ClientFields, keyof typeof NO_CARD> {
  const held = accountIds.map((id) => cards.find((card) => card.account_id === id));
  const [card] = held;
  if (card === undefined || held.some((other) => other?.cc_number !== card.cc_number)) {
    return NO_CARD;
  }
  const { cc_number, exp_month, exp_year } = card;
  if (isExpired(exp_month, exp_year, now)) return NO_CARD;
  return { cc_number, exp_month, exp_year, cvc: KEPT_CVC };
}

/** A card is valid until the end of its month. */
export function isExpired(month: string, year: string, now: Date): boolean {
  return Number(year) * 12 + Number(month) < now.getFullYear() * 12 + now.getMonth() + 1;
}
