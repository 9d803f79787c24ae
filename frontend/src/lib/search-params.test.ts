import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-params';

describe('search parameters stay plain strings', () => {
  it.each([
    [
      'a long token keeps every digit',
      '?token=12345678901234567890',
      { token: '12345678901234567890' },
    ],
    ['a word that looks like a boolean stays a word', '?ref=true', { ref: 'true' }],
    ['a code in exponent form stays as typed', '?code=1e5', { code: '1e5' }],
    ['a price stays a digit', '?price=2', { price: '2' }],
    ['a name with accents and spaces', '?query=La+G%C3%BCera', { query: 'La Güera' }],
  ])('%s', (_, search, parsed) => {
    expect(parseSearch(search)).toEqual(parsed);
    expect(stringifySearch(parsed)).toBe(search);
  });

  it('leaves out what is empty', () => {
    expect(stringifySearch({ query: '', price: undefined, exact_location: null })).toBe('');
  });
});
