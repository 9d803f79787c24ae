import { describe, expect, it } from 'vitest';
import { formatAgo } from './relative-time';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('how long ago', () => {
  it.each([
    [0, 'just now'],
    [-5 * SECOND, 'just now'],
    [14 * SECOND, '14 s ago'],
    [59 * SECOND, '59 s ago'],
    [60 * SECOND, '1 min ago'],
    [59 * MINUTE, '59 min ago'],
    [2 * HOUR, '2 h ago'],
    [25 * HOUR, '1 day ago'],
    [72 * HOUR, '3 days ago'],
  ])('%i ms is %s', (passed, expected) => {
    expect(formatAgo(1_000_000_000, 1_000_000_000 + passed)).toBe(expected);
  });
});
