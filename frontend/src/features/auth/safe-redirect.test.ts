import { describe, expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect';

describe('the address to go to after signing in', () => {
  it.each([
    ['/reservations?tab=active', '/reservations?tab=active'],
    ['/', '/'],
    [undefined, null],
    ['', null],
    ['https://elsewhere.example/', null],
    ['//elsewhere.example', null],
    ['/\\elsewhere.example', null],
    ['javascript:alert(1)', null],
    ['/login?redirect=/', null],
    ['/signup', null],
  ])('%s leads to %s', (target, expected) => {
    expect(safeRedirect(target)).toBe(expected);
  });
});
