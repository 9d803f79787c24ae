import { describe, expect, it } from 'vitest';
import { cutAtWord } from './cut-at-word';

describe('cutting a long text', () => {
  it.each([
    ['a text that fits stays', 'ten letters', 11, 'ten letters'],
    ['half a word is left out', 'the raw bar seats', 10, 'the raw…'],
    ['a word that ends at the limit stays', 'the raw bar seats', 11, 'the raw bar…'],
    ['no comma before the dots', 'soup, salad', 6, 'soup…'],
    ['one endless word is cut where it must be', 'abcdefghij', 4, 'abcd…'],
  ])('%s', (_, text, length, cut) => {
    expect(cutAtWord(text, length)).toBe(cut);
  });
});
