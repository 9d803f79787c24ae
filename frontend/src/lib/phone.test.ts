import { describe, expect, it } from 'vitest';
import {
  caretAfter,
  formatFullPhone,
  formatPhone,
  hasCountryCode,
  nationalDigits,
  phoneDigits,
} from './phone';
import { readPhone } from './read-phone';

describe('phone numbers', () => {
  it.each([
    ['917-555-0142', '9175550142'],
    ['(917) 555 0142', '9175550142'],
    ['917555014299', '9175550142'],
    ['call me', ''],
  ])('reads %s as %s', (typed, digits) => {
    expect(phoneDigits(typed)).toBe(digits);
  });

  it.each([
    ['+1 (212) 555-0123', '+1', '2125550123'],
    ['1 212 555 0123', '+1', '2125550123'],
    ['001 212 555 0123', '+1', '2125550123'],
    ['tel:+1-212-555-0123', '+1', '2125550123'],
    ['(212) 555-0123 ext. 5', '+1', '2125550123'],
    ['212.555.0123x99', '+1', '2125550123'],
    ['\u202a+1 212\u200b 555\u00a00123\u202c', '+1', '2125550123'],
    ['２１２５５５０１２３', '+1', '2125550123'],
    ['٢١٢٥٥٥٠١٢٣', '+1', '2125550123'],
    ['+44 (0)20 7946 0958', '+44', '2079460958'],
    ['020 7946 0958', '+44', '2079460958'],
    ['0113 496 0123', '+44', '1134960123'],
    ['00442079460958', '+44', '2079460958'],
    ['+39 06 1234 5678', '+39', '0612345678'],
    ['+44 20 7946 0958', '+1', '442079460958'],
    ['212555', '+1', '212555'],
    ['1212', '+1', '1212'],
  ])('takes %s behind %s as %s', (typed, code, digits) => {
    expect(nationalDigits(typed, code)).toBe(digits);
  });

  it.each([
    ['+44 (0)20 7946 0958', '+1', { countryCode: '+44', digits: '2079460958' }],
    ['0044 20 7946 0958', '+1', { countryCode: '+44', digits: '2079460958' }],
    ['011 44 20 7946 0958', '+1', { countryCode: '+44', digits: '2079460958' }],
    ['+39 06 1234 5678', '+1', { countryCode: '+39', digits: '0612345678' }],
    ['+1 (212) 555-0123 x5', '+44', { countryCode: '+1', digits: '2125550123' }],
    ['+999 2125550123', '+1', null],
    ['0000000000', '+1', null],
  ])('finds the country of %s', (text, code, found) => {
    expect(hasCountryCode('+44')).toBe(true);
    expect(readPhone(text, code)).toEqual(found);
  });

  it.each([
    ['', ''],
    ['917', '917'],
    ['9175', '917-5'],
    ['9175550142', '917-555-0142'],
  ])('shows %s as %s', (digits, shown) => {
    expect(formatPhone(digits)).toBe(shown);
  });

  it.each([
    ['+19175550142', '+1 917-555-0142'],
    ['+3586123456789', '+358 612-345-6789'],
    ['+1917', '+1917'],
    ['maya.okafor@example.com', 'maya.okafor@example.com'],
  ])('says %s as %s', (stored, shown) => {
    expect(formatFullPhone(stored)).toBe(shown);
  });

  it.each([
    ['at the start', 0, 0],
    ['inside the first block', 2, 2],
    ['after the dash it just passed', 4, 5],
    ['at the end', 10, 12],
  ])('keeps the caret %s', (_, digitsBefore, caret) => {
    expect(caretAfter('917-555-0142', digitsBefore)).toBe(caret);
  });
});
