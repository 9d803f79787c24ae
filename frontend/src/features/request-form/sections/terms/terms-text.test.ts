import { describe, expect, test } from 'vitest';
import type { VenueFee } from '@/api/reservation-types';
import { amountsFor, termsText } from './terms-text';

const fee: VenueFee = {
  kind: 'late_cancellation',
  cents: 5000,
  deposit_cents: 0,
  cancel_fee_cents: 5000,
  party_size: 2,
  currency: 'USD',
  free_hours: 24,
  at: '2026-11-20T18:00:00.000Z',
};
const deposit = { kind: 'deposit', deposit_cents: 5000, cancel_fee_cents: 0 } as const;

describe('terms', () => {
  test.each([
    [
      {},
      2,
      '$50 for 2 guests is charged for a late cancellation or a no-show. Tax may come on top. Free to cancel until a day before. In USD.',
    ],
    [
      { free_hours: 6 },
      4,
      '$100 for 4 guests is charged for a late cancellation or a no-show. Tax may come on top. Free to cancel until 6 hours before. In USD.',
    ],
    [
      { ...deposit, free_hours: 48 },
      null,
      '$50 for 2 guests is charged at booking. Tax may come on top. Free to cancel until 2 days before. In USD.',
    ],
    [
      { ...deposit, cancel_fee_cents: 8000 },
      2,
      '$50 for 2 guests is charged at booking. $80 for 2 guests is charged for a late cancellation or a no-show. Tax may come on top. Free to cancel until a day before. In USD.',
    ],
    [
      {
        kind: 'fee_or_deposit',
        deposit_cents: 2500,
        cancel_fee_cents: 2500,
        free_hours: null,
        currency: '',
      },
      2,
      '25.00 for 2 guests is asked as a fee or deposit. Tax may come on top.',
    ],
    [
      { currency: 'GBP', free_hours: 1 },
      2,
      '£50 for 2 guests is charged for a late cancellation or a no-show. Tax may come on top. Free to cancel until an hour before. In GBP.',
    ],
    [
      { cancel_fee_cents: 2500 },
      1,
      '$12.50 for 1 guest is charged for a late cancellation or a no-show. Tax may come on top. Free to cancel until a day before. In USD.',
    ],
    [
      { kind: 'unknown', deposit_cents: null, cancel_fee_cents: null },
      2,
      "We couldn't read what a table here may cost.",
    ],
  ] as const)('%j for %s', (changes, party, text) => {
    expect(termsText({ ...fee, ...changes }, party)).toBe(text);
  });

  test('of another party are rounded up', () => {
    const seen = { ...fee, deposit_cents: 2501, cancel_fee_cents: null };
    expect(amountsFor(seen, 3)).toEqual({ now: 3752, cancel: 0 });
  });
});
