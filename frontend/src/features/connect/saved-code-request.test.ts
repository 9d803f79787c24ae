// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { phoneIn } from '@/entities/platform/wire-calls';
import { resendWait, savedCode } from './saved-code-request';

const SENT = {
  message: 'OpenTable sent a code to +1 917-555-0142.',
  correlation_id: 'c-1',
  to: { countryCode: '+1', phone: '9175550142' },
  sentAt: 1_000_000,
  challenge: null,
};

test.each([
  ['by a clock that is behind', -900, '1:00'],
  ['at once', 0, '1:00'],
  ['after a moment', 400, '1:00'],
  ['after 18 s', 18_000, '0:42'],
  ['in the last second', 59_999, '0:01'],
  ['after a minute', 60_000, null],
  ['much later', 600_000, null],
])('another code can be requested %s', (_, passed, text) => {
  expect(resendWait(SENT.sentAt, SENT.sentAt + passed)).toBe(text);
});

test('the phone is read from the message', () => {
  expect(phoneIn(SENT.message)).toBe('+19175550142');
});

describe('a saved code request', () => {
  test.each([
    ['is kept for its user', 'opentable', 7, 60_000, SENT],
    ['is nobody else’s', 'opentable', 8, 60_000, null],
    ['is of no other platform', 'resy', 7, 60_000, null],
    ['is gone once it is no longer good', 'opentable', 7, 15 * 60_000, null],
  ])('%s', (_, platform, userId, passed, expected) => {
    savedCode('opentable', 7).save(SENT);
    expect(savedCode(platform, userId).read(SENT.sentAt + passed)).toEqual(expected);
  });

  test.each(['{', '{"message": "x"}', 'null'])('that contains %s is ignored', (saved) => {
    localStorage.setItem('opentable-code:7', saved);
    expect(savedCode('opentable', 7).read(SENT.sentAt)).toBeNull();
  });
});
