import { expect, test } from 'vitest';
import type { Choice } from '@/entities/request/choice';
import { entitlements } from '@/testing/fixtures';
import { choiceOf, withChoice } from './choice';
import { EMPTY_DRAFT, type Draft } from './draft';

const TODAY = '2026-11-20';
const KEPT: Draft = {
  ...EMPTY_DRAFT,
  partySize: 2,
  dates: ['2026-11-27'],
  offeredDay: '2026-11-27',
  time: { start: '18:30', end: '20:30' },
  moreTimes: [{ start: '12:00', end: '13:00' }],
  note: 'Window',
};

test.each<['standard' | 'premium', Choice, Partial<Draft>]>([
  ['standard', { party: '4' }, { partySize: 4 }],
  ['standard', { party: '7' }, {}],
  ['premium', { party: '7' }, { partySize: 7 }],
  ['premium', { party: '11' }, {}],
  ['premium', { party: '' }, {}],
  ['standard', { date: '2026-12-04' }, { dates: ['2026-12-04'], offeredDay: null }],
  ['standard', { date: '2026-12-04,2026-12-05' }, { dates: ['2026-12-04'], offeredDay: null }],
  [
    'premium',
    { date: '2026-12-04,2026-12-05' },
    { dates: ['2026-12-04', '2026-12-05'], offeredDay: null },
  ],
  ['standard', { date: '2026-11-19' }, {}],
  ['standard', { date: '2027-02-31' }, {}],
  ['standard', { date: '12/04/2026' }, {}],
  ['standard', { time: 'late' }, { time: { start: '20:30', end: '22:30' }, moreTimes: [] }],
  ['standard', { time: '19:00-19:45' }, {}],
  ['premium', { time: '19:00-19:45' }, { time: { start: '19:00', end: '19:45' }, moreTimes: [] }],
  ['premium', { time: '19:45-19:00' }, {}],
  ['premium', { time: 'dinner' }, {}],
])('on %s %j changes a draft', (tier, choice, change) => {
  expect(withChoice(KEPT, choice, entitlements(tier), TODAY)).toEqual({ ...KEPT, ...change });
});

test('an address says what a change set, and nothing else', () => {
  expect(choiceOf({ partySize: 4 })).toEqual({ party: '4' });
  expect(choiceOf({ dates: ['2026-12-04', '2026-12-05'], offeredDay: null })).toEqual({
    date: '2026-12-04,2026-12-05',
  });
  expect(choiceOf({ time: { start: '17:00', end: '18:30' } })).toEqual({ time: 'early' });
  expect(choiceOf({ time: { start: '17:00', end: '18:00' } })).toEqual({ time: '17:00-18:00' });
});
