/**
 * The client a concierge books for, as the form holds them: the ten fields of the specification (§4). It lives
 * in memory only: no client and no card is put into the browser's storage, so a reload asks again. Pure.
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
  /** Whom the fields were filled from. */
  picked: BookEntry | null;
};

/** The server's errors that this step can mend; the rest belongs to the request itself. */
export function stepErrors(errors: Readonly<Record<string, string>>): ClientErrors {
  return Object.fromEntries(
    [...CLIENT_FIELDS, 'client_error', 'account_error'].flatMap((field) => {
      const sentence = errors[field];
      return sentence === undefined ? [] : [[field, sentence]];
    }),
  );
}

const NO_CARD = { cc_number: '', cvc: '', exp_month: '', exp_year: '' };
/** Stands in the CVV's place while a card is kept: nobody knows it any more, and nobody asks. */
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

/** Fields that are missing or blank. */
export function missingFields({ fields }: Pick<ClientForm, 'fields'>): ClientField[] {
  return CLIENT_FIELDS.filter((field) => fields[field].trim() === '');
}

/** The card is the one on file: its number is the mask that came from the server. */
export function isCardKept({ fields }: Pick<ClientForm, 'fields'>): boolean {
  return MASK.test(fields.cc_number);
}

export function changeFields(form: ClientForm, change: Partial<ClientFields>): ClientForm {
  return { ...form, fields: { ...form.fields, ...change } };
}

/** Another card is to be entered in the place of the one on file. */
export function withoutCard(form: ClientForm): ClientForm {
  return changeFields(form, NO_CARD);
}

/** After an answer of the server the CVV is gone; it is asked for again. */
export function withoutCvc(form: ClientForm): ClientForm {
  return isCardKept(form) ? form : changeFields(form, { cvc: '' });
}

/** The fields filled from the book, with the card that is on file with these accounts. */
export function fromBook(entry: BookEntry, accountIds: readonly number[], now: Date): ClientForm {
  const fields = { ...personOf(entry), ...cardOnFile(entry, accountIds, now) };
  return { fields, save: entry.saved, picked: entry };
}

/** The fields of the client whom a group is for; the card is the one that the group books with. */
export function fromGroup(client: NonNullable<Group['client']>, now: Date): ClientForm {
  const { cc_number, exp_month, exp_year } = client;
  const isWhole = cc_number !== null && exp_month !== null && exp_year !== null;
  const card =
    isWhole && !isExpired(exp_month, exp_year, now)
      ? { cc_number, exp_month, exp_year, cvc: KEPT_CVC }
      : NO_CARD;
  // Who is in the book stays there without being asked for again.
  return { fields: { ...personOf(client), ...card }, save: false, picked: null };
}

type Person = Pick<BookEntry, 'first_name' | 'last_name' | 'email' | 'zip_code' | 'phone'>;

/** The number is the last ten digits; what stands before them is the country's code. */
function personOf({ first_name, last_name, email, zip_code, phone }: Person) {
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

/** Other accounts were chosen: a card that is not on file with them can not be kept, one that is can. */
export function fitCard(form: ClientForm, accountIds: readonly number[], now: Date): ClientForm {
  const isTyped = form.fields.cc_number !== '' && !isCardKept(form);
  if (form.picked === null || isTyped) return form;
  return changeFields(form, cardOnFile(form.picked, accountIds, now));
}

/** As `clientDetails` of the submission. A mask says that the card on file is kept. */
export function clientDetails(form: ClientForm): ClientDetails {
  const trimmed = Object.fromEntries(
    CLIENT_FIELDS.map((field) => [field, form.fields[field].trim()]),
  ) as ClientFields;
  return { ...trimmed, cvc: isCardKept(form) ? null : trimmed.cvc, save: form.save };
}

/** The one card that every account has on file, unless it is over. */
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

/** A card is good to the end of its month. */
export function isExpired(month: string, year: string, now: Date): boolean {
  return Number(year) * 12 + Number(month) < now.getFullYear() * 12 + now.getMonth() + 1;
}
