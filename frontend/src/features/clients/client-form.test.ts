import { describe, expect, test } from 'vitest';
import { aClient } from '@/testing/clients';
import {
  clientDetails,
  EMPTY_CLIENT,
  fitCard,
  fromAddressBook,
  isCardKept,
  missingFields,
  stepErrors,
  withoutCard,
  withoutCvc,
  type ClientFields,
  type ClientForm,
} from './client-form';

const NOW = new Date(2026, 10, 20);
const TYPED: ClientFields = {
  first_name: ' Grace ',
  last_name: 'Hopper',
  email: 'grace@example.org',
  zip_code: '10012',
  phone_country_code: '+1',
  phone: '2125550123',
  cc_number: '4242 4242 4242 4242',
  cvc: '7319',
  exp_month: '07',
  exp_year: '2028',
};
const typed: ClientForm = { fields: TYPED, save: false, picked: null };
const [BOTH, RESY_ONLY] = [[1, 11], [1]];

describe('the ten fields', () => {
  test('start empty except the country code', () => {
    expect(missingFields(EMPTY_CLIENT)).toHaveLength(9);
  });

  test.each(Object.keys(TYPED) as (keyof ClientFields)[])('%s left blank is missing', (field) => {
    expect(missingFields({ fields: { ...TYPED, [field]: '  ' } })).toEqual([field]);
  });

  test('are sent as typed, without the spaces around them', () => {
    expect(clientDetails({ ...typed, save: true })).toEqual({
      ...TYPED,
      first_name: 'Grace',
      save: true,
    });
  });
});

describe('a client of the address book', () => {
  test('fills all ten, the card as its mask, and the mask is what is sent', () => {
    const form = fromAddressBook(aClient(), RESY_ONLY, NOW);
    expect(missingFields(form)).toEqual([]);
    expect(clientDetails(form)).toEqual({
      first_name: 'Lucía',
      last_name: 'Fernández de la Vega',
      email: 'lucia.fdv@example.com',
      zip_code: '10013',
      phone_country_code: '+1',
      phone: '6465550119',
      cc_number: '•••• 4242',
      cvc: null,
      exp_month: '08',
      exp_year: '2029',
      save: true,
    });
  });

  const card = aClient().cards.slice(0, 1);
  test.each([
    ['on file with every account', RESY_ONLY, card, true],
    ['not on file with one of them', BOTH, card, false],
    ['the same one at both', BOTH, card.flatMap((c) => [c, { ...c, account_id: 11 }]), true],
    [
      'another one at the second',
      BOTH,
      card.flatMap((c) => [c, { ...c, account_id: 11, cc_number: '•••• 1881' }]),
      false,
    ],
    ['good to the end of this month', RESY_ONLY, expiring('11'), true],
    ['over', RESY_ONLY, expiring('10'), false],
    ['no account chosen', [], card, false],
  ])('a card %s', (_, accounts, cards, kept) => {
    expect(isCardKept(fromAddressBook(aClient({ cards }), accounts, NOW))).toBe(kept);
  });

  test('loses the mask for an account without the card, and gets it back', () => {
    const form = fitCard(fromAddressBook(aClient(), RESY_ONLY, NOW), BOTH, NOW);
    expect(missingFields(form)).toEqual(['cc_number', 'cvc', 'exp_month', 'exp_year']);
    expect(isCardKept(fitCard(form, RESY_ONLY, NOW))).toBe(true);
  });

  test('keeps a card that was typed, whatever accounts are chosen', () => {
    const form = { ...typed, picked: aClient() };
    expect(fitCard(form, RESY_ONLY, NOW)).toBe(form);
  });

  test('may get another card, which needs all four fields', () => {
    const form = withoutCard(fromAddressBook(aClient(), RESY_ONLY, NOW));
    expect(missingFields(form)).toEqual(['cc_number', 'cvc', 'exp_month', 'exp_year']);
  });
});

test('after an answer the CVV is cleared, except for a kept card', () => {
  expect(withoutCvc(typed).fields.cvc).toBe('');
  const kept = fromAddressBook(aClient(), RESY_ONLY, NOW);
  expect(withoutCvc(kept)).toBe(kept);
});

test('only the server’s errors of this step are shown here', () => {
  expect(
    stepErrors({ cc_number: 'No.', account_error: 'Which one?', dates_error: 'Over.' }),
  ).toEqual({ cc_number: 'No.', account_error: 'Which one?' });
});

function expiring(exp_month: string) {
  return aClient().cards.map((one) => ({ ...one, exp_month, exp_year: '2026' }));
}
