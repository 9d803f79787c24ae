import { describe, expect, it } from 'vitest';
import { containsLink } from './link';

describe('containsLink', () => {
  it.each([
    'https://resy.com/cities/ny/don-angie',
    'resy.com/cities/ny/don-angie',
    'www.opentable.com/r/le-coucou-new-york',
    'resy://resy.com/VenueDetails?venue_id=1201',
    'Don Angie on Resy: https://resy.com/cities/ny/don-angie',
    'https://example.com/',
  ])('finds the address in "%s"', (text) => {
    expect(containsLink(text)).toBe(true);
  });

  it.each(['', 'Don Angie', 'resy', 'resy.com', 'St. John', 'Fish & Chips / Bar', 'https://'])(
    'searches for the name "%s"',
    (text) => {
      expect(containsLink(text)).toBe(false);
    },
  );

  it('finds none without a text', () => {
    expect(containsLink(undefined)).toBe(false);
  });
});
