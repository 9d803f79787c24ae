// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import {
  compareNames,
  firstWeekday,
  formatAgo,
  formatClock,
  formatCount,
  formatCountdown,
  formatDay,
  formatDays,
  formatDollars,
  formatInstant,
  formatList,
  formatLongDay,
  formatMoney,
  formatMonth,
  formatStoryDay,
  formatTime,
  formatTimeRange,
  formatWeekday,
  listParts,
  readerLocale,
  zoneCity,
  inReadersOrder,
} from './format';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = new Date(2026, 10, 20);

function reads(...languages: string[]) {
  vi.stubGlobal('navigator', { languages });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the locale', () => {
  test.each([
    [['en-US'], 'en-US'],
    [['en-GB', 'en-US'], 'en-GB'],
    [['en-US', 'de-DE'], 'en-US'],
    [['de-DE', 'de', 'en-US', 'en'], 'en-GB-u-hc-h23'],
    [['EN-ca'], 'EN-ca'],
    [['en-US-u-hc-h23'], 'en-US-u-hc-h23'],
    // Not a locale, and none that Intl knows.
    [['en_GB', 'tlh', 'es-CO'], 'en-GB-u-hc-h12'],
    [['tlh'], 'en-US'],
    [[], 'en-US'],
  ])('of a reader of %j is %s', (languages, locale) => {
    reads(...languages);
    expect(readerLocale()).toBe(locale);
  });

  test('of a page rendered by the build is American English', () => {
    reads('en-GB');
    vi.stubGlobal('document', undefined);
    expect(readerLocale()).toBe('en-US');
  });
});

/** The day 8 January 2027, a time, a range of times and the first day of the week. */
const READERS: [tag: string, day: string, time: string, range: string, firstDay: number][] = [
  ['en-US', 'Fri, Jan 8, 2027', '8:00 PM', '6:30 – 8:30 PM', 0],
  ['en', 'Fri, Jan 8, 2027', '8:00 PM', '6:30 – 8:30 PM', 0],
  ['en-US-u-hc-h23', 'Fri, Jan 8, 2027', '20:00', '18:30 – 20:30', 0],
  ['en-GB', 'Fri 8 Jan 2027', '20:00', '18:30–20:30', 1],
  ['en-AU', 'Fri 8 Jan 2027', '8:00 pm', '6:30 – 8:30 pm', 1],
  ['de-DE', 'Fri 8 Jan 2027', '20:00', '18:30–20:30', 1],
  ['de', 'Fri 8 Jan 2027', '20:00', '18:30–20:30', 1],
  ['es-ES', 'Fri 8 Jan 2027', '20:00', '18:30–20:30', 1],
  ['fr-FR', 'Fri 8 Jan 2027', '20:00', '18:30–20:30', 1],
  ['pt-BR', 'Fri 8 Jan 2027', '20:00', '18:30–20:30', 0],
  ['es-CO', 'Fri 8 Jan 2027', '8:00 pm', '6:30 – 8:30 pm', 0],
  ['ar-EG', 'Fri 8 Jan 2027', '8:00 pm', '6:30 – 8:30 pm', 6],
  ['ja-JP', 'Fri, Jan 8, 2027', '20:00', '18:30 – 20:30', 0],
  ['ko-KR', 'Fri, Jan 8, 2027', '8:00 PM', '6:30 – 8:30 PM', 0],
  ['tlh', 'Fri, Jan 8, 2027', '8:00 PM', '6:30 – 8:30 PM', 0],
];

test.each(READERS)('a reader of %s', (tag, day, time, range, firstDay) => {
  reads(tag);
  expect(formatDay('2027-01-08', NOW)).toBe(day);
  expect(formatTime('20:00')).toBe(time);
  expect(formatTimeRange('18:30', '20:30')).toBe(range);
  expect(firstWeekday()).toBe(firstDay);
  // Six values from Monday, then Sunday's.
  expect(inReadersOrder([1, 2, 3, 4, 5, 6, 0])[0]).toBe(firstDay);
  expect(formatStoryDay('2027-01-08')).toBe('January 8, 2027');
});

test('a browser that does not know weeks begins them as its dates go', () => {
  // As in Firefox.
  vi.spyOn(Intl, 'Locale').mockImplementation(function () {
    return {};
  });
  reads('en-US');
  expect(firstWeekday()).toBe(0);
  reads('de-DE');
  expect(firstWeekday()).toBe(1);
  vi.restoreAllMocks();
});

/** Each format as an American and as a Briton reads it. The suite runs in Los Angeles. */
const FORMATS: [what: string, format: () => string, american: string, british: string][] = [
  ['a day', () => formatDay('2026-11-20', NOW), 'Fri, Nov 20', 'Fri 20 Nov'],
  ['next year’s day', () => formatDay('2027-01-02', NOW), 'Sat, Jan 2, 2027', 'Sat 2 Jan 2027'],
  [
    'several days',
    () => formatDays(['2026-11-21', '2026-11-20', '2026-11-21'], NOW),
    'Fri, Nov 20 · Sat, Nov 21',
    'Fri 20 Nov · Sat 21 Nov',
  ],
  ['a weekday', () => formatWeekday('2026-11-20'), 'Fri', 'Fri'],
  ['a long day', () => formatLongDay('2026-11-20'), 'November 20, 2026', '20 November 2026'],
  [
    'the reader’s day of an instant',
    () => formatLongDay('2026-12-10T02:00:00.000Z'),
    'December 9, 2026',
    '9 December 2026',
  ],
  ['a month', () => formatMonth(NOW), 'November 2026', 'November 2026'],
  ['a time', () => formatTime('19:00'), '7:00 PM', '19:00'],
  ['a morning', () => formatTime('09:05'), '9:05 AM', '09:05'],
  ['noon', () => formatTime('12:00'), '12:00 PM', '12:00'],
  ['midnight', () => formatTime('00:00'), '12:00 AM', '00:00'],
  ['a time that spring skips', () => formatTime('02:30'), '2:30 AM', '02:30'],
  ['an evening', () => formatTimeRange('18:30', '20:30'), '6:30 – 8:30 PM', '18:30–20:30'],
  ['over noon', () => formatTimeRange('11:30', '13:00'), '11:30 AM – 1:00 PM', '11:30–13:00'],
  ['an instant', () => formatInstant('2026-11-21T03:04:12.000Z'), '7:04 PM', '19:04'],
  ['a clock', () => formatClock('2026-11-21T03:04:12.000Z'), '7:04:12 PM', '19:04:12'],
  ['seconds ago', () => formatAgo(0, 14 * SECOND), '14s ago', '14 sec ago'],
  ['minutes ago', () => formatAgo(0, 59 * MINUTE), '59m ago', '59 min ago'],
  ['hours ago', () => formatAgo(0, 2 * HOUR), '2h ago', '2 hr ago'],
  ['a day ago', () => formatAgo(0, 25 * HOUR), '1d ago', '1 day ago'],
  ['days ago', () => formatAgo(0, 3 * DAY), '3d ago', '3 days ago'],
  ['a moment ago', () => formatAgo(0, SECOND), 'just now', 'just now'],
  ['a clock that is behind', () => formatAgo(5 * SECOND, 0), 'just now', 'just now'],
  ['money', () => formatMoney(5000), '$50.00', 'US$50.00'],
  ['whole dollars', () => formatDollars(2500), '$25', 'US$25'],
  ['dollars and cents', () => formatDollars(2550), '$25.50', 'US$25.50'],
  ['a count', () => formatCount(12_345), '12,345', '12,345'],
  ['one name', () => formatList(['a']), 'a', 'a'],
  ['two names', () => formatList(['a', 'b']), 'a and b', 'a and b'],
  ['three names', () => formatList(['a', 'b', 'c']), 'a, b, and c', 'a, b and c'],
  ['a choice', () => formatList(['a', 'b', 'c'], 'disjunction'), 'a, b, or c', 'a, b or c'],
];

test.each(FORMATS)('%s', (_, format, american, british) => {
  reads('en-US');
  expect(format()).toBe(american);
  reads('en-GB');
  expect(format()).toBe(british);
});

test('the seconds until something happens', () => {
  expect([0, 9, 60, 845].map(formatCountdown)).toEqual(['0:00', '0:09', '1:00', '14:05']);
});

test('a list in parts marks its items', () => {
  reads('en-US');
  expect(listParts(['a', 'b'], 'disjunction')).toEqual([
    { isItem: true, text: 'a' },
    { isItem: false, text: ' or ' },
    { isItem: true, text: 'b' },
  ]);
  expect(listParts([])).toEqual([]);
});

test('names are ordered without regard to case, and numbers by value', () => {
  expect(['b', 'A', 'a10', 'a9'].sort(compareNames)).toEqual(['A', 'a9', 'a10', 'b']);
});

test.each([
  ['America/New_York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', 'UTC'],
])('the city of %s is %s', (zone, city) => {
  expect(zoneCity(zone)).toBe(city);
});

/** The formats in a browser of this zone, which is read once. */
async function formatsIn(timeZone: string) {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  vi.resetModules();
  return import('./format');
}

describe('a time at a restaurant', () => {
  afterEach(() => {
    vi.resetModules();
  });

  beforeEach(() => {
    reads('en-US');
  });

  const NEW_YORK = 'America/New_York';

  it.each([
    ['the reader’s own zone', NEW_YORK, NEW_YORK, '2026-11-20', '7:00 PM'],
    ['another zone', 'America/Chicago', NEW_YORK, '2026-11-20', '7:00 PM in New York'],
    ['another zone with the same clock', 'America/Detroit', NEW_YORK, '2026-11-20', '7:00 PM'],
    // Phoenix has no daylight saving time: in winter it is an hour behind Chicago, in summer two.
    ['equal clocks in winter', 'America/Denver', 'America/Phoenix', '2026-12-20', '7:00 PM'],
    [
      'other clocks in summer',
      'America/Denver',
      'America/Phoenix',
      '2026-07-20',
      '7:00 PM in Phoenix',
    ],
    // The day the clocks go forward in the United States, three weeks before London.
    [
      'the day of the spring change',
      'Europe/London',
      NEW_YORK,
      '2026-03-08',
      '7:00 PM in New York',
    ],
    [
      'the day of the autumn change',
      'America/Phoenix',
      'America/Denver',
      '2026-10-31',
      '7:00 PM in Denver',
    ],
    ['after the autumn change', 'America/Phoenix', 'America/Denver', '2026-11-01', '7:00 PM'],
    [
      'the other side of the date line',
      'Pacific/Kiritimati',
      'Pacific/Honolulu',
      '2026-11-20',
      '7:00 PM in Honolulu',
    ],
    ['no zone', 'America/Chicago', '', '2026-11-20', '7:00 PM'],
  ])('in %s', async (_, reader, zone, date, text) => {
    const { formatTimeAt } = await formatsIn(reader);
    expect(formatTimeAt({ date, time: '19:00', zone })).toBe(text);
  });

  const DINNER = { start_time: '18:30', end_time: '20:30' };
  const LUNCH = { start_time: '12:00', end_time: '13:30' };
  it.each([
    [[DINNER], '6:30 – 8:30 PM'],
    [[LUNCH, DINNER], '12:00 – 1:30 PM or 6:30 – 8:30 PM'],
  ])('from one hour to another, or several times', async (times, text) => {
    const { formatTimes } = await formatsIn('America/Chicago');
    const date = '2026-11-20';
    expect(formatTimes(times, { date, zone: NEW_YORK })).toBe(`${text} in New York`);
    expect(formatTimes(times, { date, zone: 'America/Chicago' })).toBe(text);
    expect(formatTimes(times)).toBe(text);
  });
});
