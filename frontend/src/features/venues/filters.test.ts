import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type Filters, filtersSchema, toSearch, typedLocation } from './filters';

describe('filters from the address', () => {
  it.each([
    ['an unknown price is no price', { price: '7' }, {}],
    ['a price is kept as text', { price: '2' }, { price: '2' }],
    ['what is not ours is dropped', { utm_source: 'mail', query: 'salt' }, { query: 'salt' }],
  ])('%s', (_, search, parsed) => {
    expect(v.parse(filtersSchema, search)).toEqual(parsed);
  });
});

describe('the API parameters of the filters', () => {
  it.each<[string, Filters, ReturnType<typeof toSearch>]>([
    ['nothing set: the plain list', {}, null],
    ['spaces are nothing', { query: '   ' }, null],
    ['typing in the location box alone is no filter', { 'location-d': 'no' }, null],
    ['a name', { query: ' salt ' }, { venue_name: 'salt' }],
    ['a place', { exact_location: 'Nolita' }, { exact_location: 'Nolita' }],
    [
      'all three',
      { query: 'salt', price: '3', exact_location: 'Red Hook' },
      { venue_name: 'salt', price: '3', exact_location: 'Red Hook' },
    ],
  ])('%s', (_, filters, search) => {
    expect(toSearch(filters)).toEqual(search);
  });

  it('prefers the typed location to the address’s', () => {
    expect(typedLocation({ location: 'Soho', 'location-d': 'No' })).toBe('No');
    expect(typedLocation({ location: 'Soho' })).toBe('Soho');
  });
});
