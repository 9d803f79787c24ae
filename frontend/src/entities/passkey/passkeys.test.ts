// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { usePasskeys, withoutPasskeys } from '@/testing/passkeys';
import { findObstacle } from './passkeys';

describe('what keeps a page from using passkeys', () => {
  it.each([
    ['tablehawk.example', null],
    ['localhost', null],
    ['1.example', null],
    ['127.0.0.1', "Passkeys don't work at 127.0.0.1. Open this page at localhost instead."],
    ['[::1]', "Passkeys don't work at [::1]. Open this page at localhost instead."],
    [
      '192.168.1.5',
      "Passkeys don't work at 192.168.1.5. They need a host name instead of an IP address.",
    ],
    [
      '[fd00::5]',
      "Passkeys don't work at [fd00::5]. They need a host name instead of an IP address.",
    ],
  ])('at %s', (hostname, sentence) => {
    usePasskeys();
    expect(findObstacle(hostname)).toBe(sentence);
  });

  it('in a browser that cannot read their options', () => {
    withoutPasskeys();
    expect(findObstacle('localhost')).toBe("This browser can't use passkeys.");
  });

  it('in a browser without them', () => {
    expect('PublicKeyCredential' in window).toBe(false);
    expect(findObstacle('localhost')).toBe("This browser can't use passkeys.");
  });
});
