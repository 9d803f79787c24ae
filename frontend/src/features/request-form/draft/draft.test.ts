import { describe, expect, test } from 'vitest';
import type { Entitlements } from '@/api/types';
import {
  addDates,
  dropPastDates,
  EMPTY_DRAFT,
  fitToTier,
  parseDraft,
  toggleDate,
  wantsOneTable,
} from './draft';
import { draftSummary } from './draft-summary';

const FULL = {
  ...EMPTY_DRAFT,
  partySize: 2,
  dates: ['2026-11-28'],
  time: { start: '18:30', end: '20:30' },
  finalSnipe: { daysBefore: 1 as const },
};

const RELEASE = {
  ...FULL,
  snipeType: 'release' as const,
  releaseDate: '2026-11-21',
  releaseTime: '10:00',
};

describe('a saved draft', () => {
  test('survives a round trip through storage', () => {
    expect(parseDraft(JSON.stringify(FULL))).toEqual(FULL);
  });

  test.each([
    ['nothing saved', null],
    ['not JSON', '{'],
    ['another form', '{"party": 2}'],
    ['a party of eleven', JSON.stringify({ ...FULL, partySize: 11 })],
    ['a fee above the most', JSON.stringify({ ...FULL, feeCeilingCents: 100_001 })],
    ['a date that is none', JSON.stringify({ ...FULL, dates: ['tomorrow'] })],
  ])('%s is an empty draft', (_, saved) => {
    expect(parseDraft(saved)).toEqual(EMPTY_DRAFT);
  });

  test('drops past dates', () => {
    const draft = { ...FULL, dates: ['2026-11-19', '2026-11-20'], releaseDate: '2026-11-19' };
    expect(dropPastDates(draft, '2026-11-20')).toMatchObject({
      dates: ['2026-11-20'],
      releaseDate: null,
    });
    const ahead = { ...FULL, releaseDate: '2026-11-20' };
    expect(dropPastDates(ahead, '2026-11-20')).toEqual(ahead);
  });
});

describe('choosing dates', () => {
  test.each([
    [[], '2026-11-28', 1, ['2026-11-28']],
    [['2026-11-28'], '2026-11-29', 1, ['2026-11-29']],
    [['2026-11-28', '2026-11-29'], '2026-11-30', 2, null],
    [['2026-11-28'], '2026-11-29', 60, ['2026-11-28', '2026-11-29']],
    [['2026-11-28', '2026-11-29'], '2026-11-28', 60, ['2026-11-29']],
    [['2026-11-28'], '2026-11-28', 1, []],
  ])('%j and a click on %s with room for %i', (dates, date, max, expected) => {
    expect(toggleDate(dates, date, max)).toEqual(expected);
  });
});

describe('the order of dates', () => {
  test('is by date until the user moves one; then further dates are last', () => {
    const [early, middle, late] = ['2026-11-27', '2026-11-28', '2026-12-05'];
    expect(addDates([late], [early])).toEqual([early, late]);
    expect(addDates([late, early], [middle, late])).toEqual([late, early, middle]);
  });
});

test.each([
  ['one date', {}, false],
  ['two dates', { dates: ['2026-11-28', '2026-11-29'] }, true],
  [
    'two dates, one table for each',
    { dates: ['2026-11-28', '2026-11-29'], oneTable: false },
    false,
  ],
  ['notify only', { dates: ['2026-11-28', '2026-11-29'], notifyOnly: true }, false],
] as const)('one table in all, for %s', (_, fields, expected) => {
  const dates = [...((fields as Partial<typeof FULL>).dates ?? FULL.dates)];
  expect(wantsOneTable({ ...FULL, ...fields, dates })).toBe(expected);
});

describe('a draft saved under another tier', () => {
  const standard: Entitlements = {
    active_limit: 5,
    free_notify_only: 0,
    party_sizes: [2, 4],
    custom_party_size: false,
    custom_time: false,
    release_requests: false,
    seating_choice: false,
    override: false,
    max_venues: 1,
    max_dates: 1,
    premium_venues: false,
    same_date_booking: false,
    can_reserve: true,
    can_select: false,
    priority_booking: false,
  };

  test('keeps what the tier allows', () => {
    expect(fitToTier(FULL, standard)).toEqual(FULL);
  });

  test('drops a custom party size and all but the first date', () => {
    const draft = { ...FULL, partySize: 7, dates: ['2026-11-28', '2026-11-29'] };
    expect(fitToTier(draft, standard)).toMatchObject({ partySize: null, dates: ['2026-11-28'] });
  });

  test('drops the release', () => {
    const draft = { ...FULL, snipeType: 'release' as const };
    expect(fitToTier(draft, standard).snipeType).toBe('cancel');
    expect(fitToTier(draft, { ...standard, release_requests: true }).snipeType).toBe('release');
  });

  test('drops a custom time window', () => {
    const draft = { ...FULL, time: { start: '18:00', end: '19:15' }, moreTimes: [LUNCH] };
    expect(fitToTier(draft, standard)).toMatchObject({ time: null, moreTimes: [] });
    expect(fitToTier(draft, { ...standard, custom_time: true }).time).toEqual(draft.time);
  });
});

const LUNCH = { start: '12:00', end: '13:30' };

describe('the draft as text', () => {
  const now = new Date(2026, 10, 20);
  test.each([
    [EMPTY_DRAFT, [], 'Choose a restaurant, a day and a time.'],
    [
      FULL,
      ['Petit Quai'],
      'Petit Quai · Sat, Nov 28 · 6:30\u00a0–\u2060\u00a08:30\u00a0PM · for\u00a02',
    ],
    [
      { ...FULL, dates: ['2026-11-28', '2026-11-29'] },
      ['Petit Quai', 'Vesper'],
      'Petit Quai +1 · Sat, Nov 28 +1 · 6:30\u00a0–\u2060\u00a08:30\u00a0PM · for\u00a02',
    ],
    [
      RELEASE,
      ['Petit Quai'],
      'Petit Quai · Sat, Nov 28 · 6:30\u00a0–\u2060\u00a08:30\u00a0PM · for\u00a02 · opens Sat, Nov 21, 10:00 AM (EST)',
    ],
  ])('the summary of %#', (draft, names, summary) => {
    const venues = names.map((venue_name) => ({ venue_name }));
    expect(draftSummary(draft, venues, now)).toBe(summary);
  });
});
