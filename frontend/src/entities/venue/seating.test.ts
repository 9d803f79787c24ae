import { describe, expect, it } from 'vitest';
import { seatingTypes } from './seating';

describe('seating types', () => {
  it.each([
    ['the unique ones in order', '["Bar", "Patio", "Bar"]', ['Bar', 'Patio']],
    ['none when it is not a list', '{"Bar": 1}', []],
    ['none when it cannot be read', 'Bar, Patio', []],
    ['only the texts', '["Bar", 3, null]', ['Bar']],
  ])('%s', (_, encoded, types) => {
    expect(seatingTypes(encoded)).toEqual(types);
  });
});
