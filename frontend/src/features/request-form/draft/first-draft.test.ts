import { expect, test } from 'vitest';
import { entitlements } from '@/testing/fixtures';
import { comingFriday, firstDraft, type LastRequest } from './first-draft';

const PRIME = { start: '18:30', end: '20:30' };
const LATE = { start: '20:30', end: '22:30' };
const OWN = { start: '19:00', end: '19:45' };
const NONE = { partySize: null, time: null };

test.each([
  ['a Thursday', '2026-11-26', '2026-11-27'],
  ['a Friday', '2026-11-27', '2026-12-04'],
  ['a Saturday', '2026-11-28', '2026-12-04'],
  ['the end of a year', '2026-12-30', '2027-01-01'],
])('the coming Friday on %s', (_, today, friday) => {
  expect(comingFriday(today)).toBe(friday);
});

test.each<['standard' | 'premium', LastRequest, number, object]>([
  ['standard', NONE, 2, PRIME],
  ['standard', { partySize: 4, time: LATE }, 4, LATE],
  ['standard', { partySize: 7, time: OWN }, 2, PRIME],
  ['premium', { partySize: 7, time: OWN }, 7, OWN],
])('a first draft on %s after %j', (tier, last, partySize, time) => {
  expect(firstDraft(last, entitlements(tier), '2026-11-26')).toMatchObject({
    partySize,
    time,
    dates: ['2026-11-27'],
    offeredDay: '2026-11-27',
  });
});
