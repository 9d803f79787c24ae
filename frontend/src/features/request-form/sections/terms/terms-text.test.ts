import { describe, expect, test } from 'vitest';
import type { VenueFee } from '@/api/reservation-types';
import { termsText, totalFor } from './terms-text';

const fee: VenueFee = {
  kind: 'late_cancellation',
  cents: 5000,
  party_size: 2,
  currency: 'USD',
  free_hours: 24,
  at: '2026-11-20T18:00:00.000Z',
};

describe('terms', () => {
  test.each([
    [
      {},
      2,
      '$25 per guest × 2 = $50 for a late cancellation or a no-show. Free to cancel until a day before. In USD.',
    ],
    [
      { free_hours: 6 },
      4,
      '$25 per guest × 4 = $100 for a late cancellation or a no-show. Free to cancel until 6 hours before. In USD.',
    ],
    [
      { kind: 'deposit', free_hours: 48 },
      null,
      '$25 per guest is charged at booking. Free to cancel until 2 days before. In USD.',
    ],
    [
      { kind: 'fee_or_deposit', free_hours: null, currency: '', cents: 2500 },
      2,
      '12.50 per guest × 2 = 25.00 as a fee or deposit.',
    ],
    [
      { currency: 'GBP', free_hours: 1 },
      2,
      '£25 per guest × 2 = £50 for a late cancellation or a no-show. Free to cancel until an hour before. In GBP.',
    ],
    [{ kind: 'none', cents: 0 }, 2, 'No fee and no deposit.'],
  ] as const)('%j for %s', (changes, party, text) => {
    expect(termsText({ ...fee, ...changes }, party)).toBe(text);
  });

  test('of another party are rounded up', () => {
    expect(totalFor({ ...fee, cents: 2501 }, 3)).toBe(3752);
  });
});
