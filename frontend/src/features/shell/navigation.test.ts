import { describe, expect, it } from 'vitest';
import { initials } from './initials';
import { currentNavItem } from './navigation';

describe('the navigation item of an address', () => {
  it.each([
    ['/', '/', '/'],
    ['/restaurant/12', '/', '/'],
    ['/venues/top-picks/', '/', '/'],
    ['/reservations', '/reservations', '/reservations'],
    ['/reservations/add-reservation', '/reservations', '/reservations/add-reservation'],
    ['/reservations/edit-reservation/4', '/reservations', '/reservations'],
    ['/connect-accounts', '/connect-accounts', '/connect-accounts'],
    ['/profile', '/profile', '/profile'],
    ['/clients', '/clients', '/clients'],
    ['/nowhere', null, null],
  ])('%s: %s in the header, %s in the bar', (pathname, header, bar) => {
    expect(currentNavItem(pathname, { header: true })).toBe(header);
    expect(currentNavItem(pathname, { header: false })).toBe(bar);
  });
});

describe('initials', () => {
  it.each([
    ['Maya Okafor', 'MO'],
    ['maya de la cruz', 'MD'],
    ['Cher', 'C'],
    ['', ''],
  ])('of "%s" are "%s"', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
