import { describe, expect, it } from 'vitest';
import { caretAfter, formatFullPhone, formatPhone, phoneDigits } from './phone';

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
