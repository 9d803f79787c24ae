import { describe, expect, test } from 'vitest';
import { anEntry } from '@/testing/reservation-fixtures';
import { releaseFacts, releaseInstant, reloadAfter } from './release-facts';

const OPENS = Date.parse('2026-11-21T15:00:00.000Z');
const after = (ms: number, fields: Parameters<typeof anEntry>[0]) =>
  anEntry({ at: new Date(OPENS + ms).toISOString(), ...fields });
const told = (facts: ReturnType<typeof releaseFacts>) =>
  facts.map(({ entry, offset }) => `${entry.kind} ${offset}`);

describe('the facts of a release', () => {
  test('are the entries after the first look, oldest first, each look of a group once', () => {
    const newestFirst = [
      after(900_000, { kind: 'seen' }),
      after(1120, { kind: 'booked' }),
      after(450, { kind: 'booking' }),
      after(430, { kind: 'seen', time: '19:00' }),
      after(12, { kind: 'fired', reservation_id: 52 }),
      after(10, { kind: 'fired' }),
      after(-60_000, { kind: 'armed' }),
      after(-900_000, { kind: 'filed' }),
    ];
    expect(told(releaseFacts(newestFirst, OPENS))).toEqual([
      'fired 10',
      'seen 430',
      'booking 450',
      'booked 1120',
    ]);
  });

  test('are none without a first look', () => {
    expect(releaseFacts([after(500, { kind: 'seen' })], OPENS)).toEqual([]);
    expect(releaseFacts([], OPENS)).toEqual([]);
  });

  test('are at most twelve', () => {
    const seen = Array.from({ length: 40 }, (_, index) => after(100 + index, { kind: 'seen' }));
    const facts = releaseFacts([...seen.reverse(), after(5, { kind: 'fired' })], OPENS);
    expect(facts).toHaveLength(12);
    expect(facts[0]?.entry.kind).toBe('fired');
  });

  test('may begin before the release', () => {
    expect(told(releaseFacts([after(-50, { kind: 'fired' })], OPENS))).toEqual(['fired -50']);
  });
});

test('a request that missed its release still has its instant', () => {
  const at = new Date(OPENS).toISOString();
  expect(releaseInstant({ release_at: at, missed_release_at: null })).toBe(OPENS);
  expect(releaseInstant({ release_at: null, missed_release_at: at })).toBe(OPENS);
  expect(releaseInstant({ release_at: null, missed_release_at: null })).toBeNull();
});

test.each([
  ['without a release', null, 60_000],
  ['long before it', OPENS - 600_000, 60_000],
  ['shortly before it', OPENS - 20_000, 21_000],
  ['after it', OPENS + 1000, 2000],
  ['a minute after it', OPENS + 60_000, 60_000],
] as const)('the timeline is loaded again %s', (_, now, wait) => {
  expect(reloadAfter(now === null ? null : OPENS, now ?? OPENS)).toBe(wait);
});
