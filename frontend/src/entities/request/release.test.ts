import { describe, expect, test } from 'vitest';
import {
  chosenInstant,
  countdownText,
  otherClocksText,
  releaseErrors,
  releaseText,
} from './release';

const OPENS = Date.parse('2026-11-21T15:00:00Z');

describe('the countdown', () => {
  test.each([
    ['a day before', -24 * 3600_000, null],
    ['an hour before', -3600_000, null],
    ['a second later', -3599_000, '59:59'],
    ['a quarter of an hour before', -900_000, '15:00'],
    ['a minute before', -60_000, '1:00'],
    ['with a part of a second left of a minute', -59_400, '1:00'],
    ['nine seconds before', -9000, '0:09'],
    ['in the last second', -1, '0:01'],
    ['at the instant', 0, null],
    ['after it', 5000, null],
  ])('%s', (_, offset, text) => {
    expect(countdownText(OPENS, OPENS + offset)).toBe(text);
  });
});

describe('what is missing', () => {
  const now = OPENS - 1000;
  test.each([
    ['nothing', '2026-11-21', '10:00', {}],
    [
      'both',
      null,
      null,
      {
        release_dates_error: 'Please set release date',
        release_time_error: 'Please set release time',
      },
    ],
    ['the date', null, '10:00', { release_dates_error: 'Please set release date' }],
    ['the time', '2026-11-21', null, { release_time_error: 'Please set release time' }],
    [
      'an instant that is still ahead',
      '2026-11-21',
      '09:59',
      {
        release_time_error: "That release time is already over. Please set one that's still ahead",
      },
    ],
  ])('%s', (_, releaseDate, releaseTime, errors) => {
    expect(releaseErrors({ releaseDate, releaseTime }, now)).toEqual(errors);
  });

  test('an instant needs both parts', () => {
    expect(chosenInstant({ releaseDate: '2026-11-21', releaseTime: '10:00' })).toBe(OPENS);
    expect(chosenInstant({ releaseDate: '2026-11-21', releaseTime: null })).toBeNull();
  });
});

describe('the instant on other clocks', () => {
  const lisbon = { zone: 'Europe/Lisbon', label: 'for you in Lisbon' };
  test.each([
    ['error-page', [], null],
    ['the same clock', [{ zone: 'America/Toronto', label: 'at Canoe' }], null],
    ['the user’s', [lisbon], '10:00 AM in New York is 3:00 PM for you in Lisbon.'],
    [
      'the venue’s and the user’s',
      [{ zone: 'America/Los_Angeles', label: 'at Petit Quai' }, lisbon],
      '10:00 AM in New York is 7:00 AM at Petit Quai and 3:00 PM for you in Lisbon.',
    ],
    [
      'two venues with one clock',
      [
        { zone: 'America/Chicago', label: 'at Alma' },
        { zone: 'America/Chicago', label: 'at Bonheur' },
      ],
      '10:00 AM in New York is 9:00 AM at Alma and at Bonheur.',
    ],
    [
      'another day',
      [{ zone: 'Asia/Tokyo', label: 'for you in Tokyo' }],
      '10:00 AM in New York is 12:00 AM on Sun, Nov 22 for you in Tokyo.',
    ],
  ])('%s', (_, places, text) => {
    expect(otherClocksText(OPENS, places)).toBe(text);
  });
});

test('an instant is formatted in New York’s time', () => {
  expect(releaseText(OPENS, new Date(2026, 10, 20))).toBe('Sat, Nov 21, 10:00 AM (EST)');
});
