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

  it.each([
    ['deposit', 5000, '$50 for a party of 2, as of Fri, Nov 20.'],
    [
      'late_cancellation',
      2550,
      'None. A late cancellation costs $25.50 for a party of 2, as of Fri, Nov 20.',
    ],
    ['unknown', 0, "We couldn't read it for a party of 2, as of Fri, Nov 20."],
    ['fee_or_deposit', 7500, 'A fee or deposit of $75 for a party of 2, as of Fri, Nov 20.'],
    ['none', 0, 'None for a party of 2, as of Fri, Nov 20.'],
  ] as const)('a fee of the kind %s', (kind, cents, text) => {
    const fee = {
      kind,
      cents,
      deposit_cents: cents,
      cancel_fee_cents: cents,
      party_size: 2,
      currency: 'USD',
      free_hours: null,
      at: '2026-11-20T18:00:00.000Z',
    };
    expect(feeText(fee, new Date(2026, 10, 25))).toBe(text);
  });
});
