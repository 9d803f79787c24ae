// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { openTableCode, phoneOf, resendWait } from './saved-code-request';

const SENT = {
  message: 'OpenTable sent a code to +1 917-555-0142.',
  correlationId: 'c-1',
  countryCode: '+1',
  phone: '9175550142',
  sentAt: 1_000_000,
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
  expect(phoneOf(SENT.message)).toBe('+19175550142');
});

describe('a saved code request', () => {
  test.each([
    ['is kept for its user', 7, 60_000, SENT],
    ['is nobody else’s', 8, 60_000, null],
    ['is gone once it is no longer good', 7, 15 * 60_000, null],
  ])('%s', (_, userId, passed, expected) => {
    openTableCode.save(7, SENT);
    expect(openTableCode.read(userId, SENT.sentAt + passed)).toEqual(expected);
  });

  test.each(['{', '{"message": "x"}', 'null'])('that contains %s is ignored', (saved) => {
    localStorage.setItem('opentable-code:7', saved);
    expect(openTableCode.read(7, SENT.sentAt)).toBeNull();
  });
});
