import { expect, test } from 'vitest';
import { repeatHelp } from './repeat-help';

const RELEASE: Parameters<typeof repeatHelp>[0] = {
  snipeType: 'release',
  dates: ['2027-01-08'],
  releaseDate: '2026-12-09',
  continueAsCancel: true,
};

test('a cancel request is filed a week ahead', () => {
  expect(repeatHelp({ ...RELEASE, snipeType: 'cancel' })).toContain('a week ahead each time');
});

test.each([
  // Opens 30 days ahead.
  ['2026-12-09', '(31 days before the reservation)'],
  // Opens 2 days ahead: filed a week before the reservation.
  ['2027-01-06', '(7 days before the reservation)'],
  // A release after the date is refused by the form.
  ['2027-01-09', 'at least a day before each release, until'],
])('a release on %s says when its request is filed', (releaseDate, text) => {
  expect(repeatHelp({ ...RELEASE, releaseDate })).toContain(text);
});

test('without a date no number is said', () => {
  expect(repeatHelp({ ...RELEASE, dates: [] })).toContain(
    'at least a day before each release, until',
  );
});
