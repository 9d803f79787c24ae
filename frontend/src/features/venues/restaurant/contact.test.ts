import { describe, expect, it } from 'vitest';
import { venueDetail } from '@/testing/fixtures';
import { directionsUrl, fullAddress, phoneHref, siteOf } from './contact';

describe('contact', () => {
  it('joins the address and leaves no gap for what is missing', () => {
    expect(fullAddress(venueDetail(1))).toBe('212 Front Street, New York, United States, 10038');
    expect(fullAddress(venueDetail(1, { postal_code: '', address1: '' }))).toBe(
      'New York, United States',
    );
  });

  it('asks for directions to the restaurant by name', () => {
    expect(directionsUrl(venueDetail(1))).toContain('destination=Petit%20Quai%2C%20212%20Front');
  });

  it.each([
    ['(212) 555-0187', 'tel:+12125550187'],
    ['+44 20 7946 0000', 'tel:+442079460000'],
  ])('dials %s as %s', (phone, href) => {
    expect(phoneHref(phone)).toBe(href);
  });

  it.each([
    [
      'https://www.quietharbor.example/menu',
      'quietharbor.example',
      'https://www.quietharbor.example/menu',
    ],
    ['http://quietharbor.example', 'quietharbor.example', 'http://quietharbor.example/'],
    ['not an address', 'not an address', null],
    ['javascript:alert(1)', 'javascript:alert(1)', null],
    ['data:text/html,hello', 'data:text/html,hello', null],
  ])('names and links the site of %s', (website, name, href) => {
    expect(siteOf(website)).toEqual({ name, href });
  });
});
