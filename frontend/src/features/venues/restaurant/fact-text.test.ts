import { describe, expect, it } from 'vitest';
import { feeText, partyText } from './fact-text';

describe('the facts of a restaurant', () => {
  it.each([
    [1, 8, '1 to 8 guests'],
    [null, 8, 'Up to 8 guests'],
    [2, null, '2 guests or more'],
    [4, 4, '4 guests'],
    [null, null, null],
  ])('parties of %s to %s are "%s"', (min_party_size, max_party_size, text) => {
    expect(partyText({ min_party_size, max_party_size })).toBe(text);
  });

  const read = { deposit_cents: 0, cancel_fee_cents: 0 };
  it.each([
    [
      'deposit',
      { deposit_cents: 5000 },
      '$50 at booking, as a deposit or prepayment, for a party of 2, as of Fri, Nov 20.',
    ],
    [
      'deposit',
      { deposit_cents: 5000, cancel_fee_cents: 8000 },
      '$50 at booking, as a deposit or prepayment · $80 for a late cancellation or a no-show, for a party of 2, as of Fri, Nov 20.',
    ],
    [
      'late_cancellation',
      { cancel_fee_cents: 2550 },
      '$25.50 for a late cancellation or a no-show, for a party of 2, as of Fri, Nov 20.',
    ],
    [
      'deposit',
      { deposit_cents: 5000, cancel_fee_cents: null },
      "We couldn't read what a table may cost, for a party of 2, as of Fri, Nov 20.",
    ],
    [
      'unknown',
      { deposit_cents: null, cancel_fee_cents: null },
      "We couldn't read what a table may cost, for a party of 2, as of Fri, Nov 20.",
    ],
    [
      'fee_or_deposit',
      { cents: 7500, deposit_cents: 7500, cancel_fee_cents: 7500 },
      "$75, but we don't know if it's a deposit or a cancellation fee, for a party of 2, as of Fri, Nov 20.",
    ],
    ['none', {}, 'None, for a party of 2, as of Fri, Nov 20.'],
  ] as const)('amounts of the kind %s: %j', (kind, stated, text) => {
    const fee = {
      kind,
      cents: 0,
      ...read,
      ...stated,
      party_size: 2,
      currency: 'USD',
      free_hours: null,
      at: '2026-11-20T18:00:00.000Z',
    };
    expect(feeText(fee, new Date(2026, 10, 25))).toBe(text);
  });
});
