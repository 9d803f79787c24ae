import { expect, test } from 'vitest';
import { formatCount } from './count';

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890])(
  '%d as en-US has it',
  (count) => {
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
  },
);
