import { describe, expect, test } from 'vitest';
import type { ClientFields } from './client-form';
import { clientErrors, EXPIRY_MONTHS, expiryYears, formatCardNumber, isCardNumber } from './schema';

const NOW = new Date(2026, 10, 20);
const RIGHT: ClientFields = {
  first_name: 'Grace',
  last_name: 'Hopper',
  email: ' grace@example.org ',
  zip_code: 'SW1A 1AA',
  phone_country_code: '+44',
  phone: '2125550123',
  cc_number: '4242 4242 4242 4242',
  cvc: '731',
  exp_month: '11',
  exp_year: '2026',
};

describe('a client', () => {
  test.each<[string, Partial<ClientFields>, object]>([
    ['as it should be', {}, {}],
    [
      'with a kept card is not asked for the rest of it',
      { cc_number: '•••• 4242', cvc: '•••' },
      {},
    ],
    ['without a first name', { first_name: ' ' }, { first_name: 'First name is required!' }],
    ['without a last name', { last_name: '' }, { last_name: 'Last name is required!' }],
    ['with half an address', { email: 'grace@' }, { email: 'Must be valid email' }],
    [
      'with nine digits',
      { phone: '212555012' },
      { phone: 'Phone number must have exactly 10 digits.' },
    ],
    [
      'with a zip code of signs',
      { zip_code: '#10' },
      { zip_code: 'Please enter a valid zip code.' },
    ],
    [
      'with a digit that is wrong',
      { cc_number: '4242 4242 4242 4243' },
      { cc_number: 'Please enter a valid card number.' },
    ],
    [
      'with two digits of CVV',
      { cvc: '73' },
      { cvc: 'Please enter the 3 or 4 digits of the CVV.' },
    ],
    ['with a card that is over', { exp_month: '10' }, { exp_month: 'This card has expired.' }],
  ])('%s', (_, change, errors) => {
    expect(clientErrors({ ...RIGHT, ...change }, NOW)).toEqual(errors);
  });
});

test.each([
  ['4242424242424242', true],
  ['4242-4242-4242-4242', true],
  ['378282246310005', true],
  ['4242 4242 424', false],
  ['42424242424242424242', false],
  ['4242 4242 4242 424x', false],
])('the number %s: %s', (number, isRight) => {
  expect(isCardNumber(number)).toBe(isRight);
});

test('a number is shown in fours', () => {
  expect(formatCardNumber('4242-42424 x2424242')).toBe('4242 4242 4242 4242');
});

test('a card may run this year and nine more, in any month', () => {
  expect(expiryYears(NOW)).toEqual([
    '2026',
    '2027',
    '2028',
    '2029',
    '2030',
    '2031',
    '2032',
    '2033',
    '2034',
    '2035',
  ]);
  expect([EXPIRY_MONTHS[0], EXPIRY_MONTHS[11], EXPIRY_MONTHS.length]).toEqual(['01', '12', 12]);
});
