import { describe, expect, it } from 'vitest';
import { statedOdds } from '@/testing/fixtures';
import { changeText, chanceText, oddsText, sourceText } from './odds-text';

describe('the odds as text', () => {
  it.each([
    [0.004, 'under 1%'],
    [0.27, '27%'],
    [0.986, '99%'],
    [0.997, 'over 99%'],
  ])('states the chance %s as %s', (probability, text) => {
    expect(chanceText(probability)).toBe(text);
  });

  it.each([
    [0.27, null, '27 in 100', 'from 140 tables seen opening'],
    [0.2, [0.051, 0.604], '5 to 60 in 100', 'a first estimate, mostly from other restaurants'],
    [0.5, [0.0001, 0.9999], '1 to 99 in 100', 'a first estimate, mostly from other restaurants'],
    [0.004, [0.001, 0.006], 'under 1 in 100', 'a first estimate, mostly from other restaurants'],
  ])('states %s with the bounds %s as %s, %s', (probability, bounds, text, source) => {
    const odds = { ...statedOdds, probability, bounds };
    expect([oddsText(odds), sourceText(odds)]).toEqual([text, source]);
  });

  it('names each change', () => {
    expect(statedOdds.changes.map(changeText)).toEqual([
      'with Tue, Nov 24 as well',
      'from 6:00 – 9:00 PM',
      'for a party of 4',
    ]);
  });
});
