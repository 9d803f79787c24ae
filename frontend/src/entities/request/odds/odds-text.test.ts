import { describe, expect, it } from 'vitest';
import { statedOdds } from '@/testing/fixtures';
import { changeText, chanceText } from './odds-text';

describe('the odds as text', () => {
  it.each([
    [0.004, 'under 1%'],
    [0.27, '27%'],
    [0.986, '99%'],
    [0.997, 'over 99%'],
  ])('states the chance %s as %s', (probability, text) => {
    expect(chanceText(probability)).toBe(text);
  });

  it('names each change', () => {
    expect(statedOdds.changes.map(changeText)).toEqual([
      'with Tue, Nov 24 as well',
      'from 6:00 – 9:00 PM',
      'for a party of 4',
    ]);
  });
});
