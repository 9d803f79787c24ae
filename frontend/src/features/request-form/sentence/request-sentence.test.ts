import { describe, expect, test } from 'vitest';
import { EMPTY_DRAFT, type Draft } from '../draft/draft';
import { optionsSummary } from './options-summary';
import { requestSentence } from './request-sentence';

const NOW = new Date(2026, 10, 20);
const FULL: Draft = {
  ...EMPTY_DRAFT,
  partySize: 2,
  dates: ['2026-11-27'],
  time: { start: '18:30', end: '20:30' },
};
const LUNCH = { start: '12:00', end: '13:30' };
const OPENS = { releaseDate: '2026-11-21', releaseTime: '10:00' };

const venue = (venue_name: string, id = 0) => ({ id, venue_name });

describe('a request as a sentence', () => {
  const text = (draft: Draft, names: string[]) =>
    requestSentence(
      draft,
      names.map((name, index) => venue(name, index)),
      NOW,
    )
      .map((part) => (typeof part === 'string' ? part : `[${part.text}]`))
      .join('');

  test.each<[Draft, string[], string]>([
    [
      EMPTY_DRAFT,
      [],
      'Table for [how many] at [which restaurant] on [which day] around [what time]',
    ],
    [FULL, ['Petit Quai'], 'Table for [2] at [Petit Quai] on [Friday, Nov 27] around [7:30 PM]'],
    [
      { ...FULL, dates: ['2027-01-08'], time: { start: '12:00', end: '22:00' } },
      ['Petit Quai'],
      'Table for [2] at [Petit Quai] on [Fri, Jan 8, 2027], [12:00 – 10:00 PM]',
    ],
    [
      { ...FULL, dates: ['2026-11-28', '2026-11-27'], moreTimes: [LUNCH, { start: '', end: '' }] },
      ['Petit Quai', 'Vesper'],
      'Table for [2] at [Petit Quai] or [Vesper] on [Friday, Nov 27 or Saturday, Nov 28] around [7:30 PM or 12:45 PM]',
    ],
    [
      { ...FULL, dates: ['2026-11-27', '2026-11-28', '2026-11-29'] },
      ['Petit Quai', 'Vesper', 'Salt Hay', 'Lilia'],
      'Table for [2] at [Petit Quai], [Vesper], or 2 other restaurants on [Friday, Nov 27 or 2 other days] around [7:30 PM]',
    ],
  ])('%#', (draft, names, sentence) => {
    expect(text(draft, names)).toBe(sentence);
  });

  test('knows which restaurant a word replaces', () => {
    const words = requestSentence(FULL, [venue('Petit Quai', 7), venue('Vesper', 8)], NOW).flatMap(
      (part) => (typeof part === 'string' || part.field !== 'venue' ? [] : [part.venueId]),
    );
    expect(words).toEqual([7, 8]);
  });
});

describe('the line of the options', () => {
  test.each<[Partial<Draft>, string]>([
    [{}, '6:30 – 8:30 PM · any seat · no fee'],
    [{ time: null }, 'any seat · no fee'],
    [
      { feeCeilingCents: 5000, cancelFeeCeilingCents: 5000, finalSnipe: { daysBefore: 1 } },
      '6:30 – 8:30 PM · any seat · fee up to $50 · until Thu, Nov 26',
    ],
    [{ feeCeilingCents: 5000 }, '6:30 – 8:30 PM · any seat · up to $50 now'],
    [{ cancelFeeCeilingCents: 5000 }, "6:30 – 8:30 PM · any seat · up to $50 if you don't come"],
    [
      { feeCeilingCents: 2000, cancelFeeCeilingCents: 5000 },
      "6:30 – 8:30 PM · any seat · up to $20 now and $50 if you don't come",
    ],
    [{ notifyOnly: true, feeCeilingCents: 5000 }, '6:30 – 8:30 PM · any seat · only notifies you'],
    [{ snipeType: 'release' }, '6:30 – 8:30 PM · release · any seat · no fee'],
    [
      { snipeType: 'release', ...OPENS, continueAsCancel: false, finalSnipe: { daysBefore: 1 } },
      '6:30 – 8:30 PM · release Sat, Nov 21, 10:00 AM (EST) · ends with the release · any seat · no fee',
    ],
    [
      { dates: ['2026-11-27', '2026-11-28'], override: true, note: 'Window', cards: { resy: '2' } },
      '6:30 – 8:30 PM · any seat · no fee · one table in all · may replace a booked table · with a note · a card of your choice',
    ],
    [
      { dates: ['2026-11-27', '2026-11-28'], oneTable: false, repeatUntil: '2026-12-25' },
      '6:30 – 8:30 PM · any seat · no fee · one table for each date · every week until Fri, Dec 25',
    ],
  ])('%j', (fields, line) => {
    expect(optionsSummary({ ...FULL, ...fields }, [{}], { now: NOW })).toBe(line);
  });

  test('names seatings and the zone', () => {
    const bar = { selectedSittingOption: 'Bar', otherSittingOptions: ['Patio'] };
    expect(optionsSummary(FULL, [{}, bar], { now: NOW, zone: 'New York time' })).toBe(
      '6:30 – 8:30 PM, New York time · Bar, then Patio · no fee',
    );
  });
});
