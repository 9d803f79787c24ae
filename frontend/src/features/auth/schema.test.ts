import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { USER_FIELDS } from '@/entities/user/messages';
import { AUTH } from './messages';
import { loginSchema, looksLikeEmail, signUpSchema } from './schema';

const VALID = {
  first_name: 'Maya',
  last_name: 'Okafor',
  email: 'maya.okafor@example.com',
  country_code: '+1',
  phone: '9175550142',
  password: 'Supper4!',
  confirm_password: 'Supper4!',
  referral_code: '',
  terms: true,
};

function problems(change: Partial<typeof VALID>) {
  const result = v.safeParse(signUpSchema, { ...VALID, ...change });
  return result.success ? [] : result.issues.map((issue) => [v.getDotPath(issue), issue.message]);
}

describe('sign-up', () => {
  it('accepts a complete form', () => {
    expect(problems({})).toEqual([]);
  });

  it.each<[string, Partial<typeof VALID>, [string, string][]]>([
    ['no first name', { first_name: '' }, [['first_name', USER_FIELDS.firstName]]],
    ['a name of spaces', { last_name: '   ' }, [['last_name', USER_FIELDS.lastName]]],
    ['an email without a domain', { email: 'maya@' }, [['email', USER_FIELDS.emailInvalid]]],
    ['no country code', { country_code: '' }, [['country_code', USER_FIELDS.countryCode]]],
    ['nine digits', { phone: '917555014' }, [['phone', USER_FIELDS.phone]]],
    ['eleven digits', { phone: '91755501422' }, [['phone', USER_FIELDS.phone]]],
    ['a phone with dashes', { phone: '917-555-01' }, [['phone', USER_FIELDS.phone]]],
    ['terms not accepted', { terms: false }, [['terms', AUTH.terms]]],
    [
      'no uppercase',
      { password: 'supper4!', confirm_password: 'supper4!' },
      [['password', USER_FIELDS.uppercase]],
    ],
    [
      'no lowercase',
      { password: 'SUPPER4!', confirm_password: 'SUPPER4!' },
      [['password', USER_FIELDS.lowercase]],
    ],
    [
      'no digit',
      { password: 'Supperr!', confirm_password: 'Supperr!' },
      [['password', USER_FIELDS.digit]],
    ],
    [
      'no special character',
      { password: 'Supper44', confirm_password: 'Supper44' },
      [['password', USER_FIELDS.special]],
    ],
    [
      'seven characters',
      { password: 'Supp4!x', confirm_password: 'Supp4!x' },
      [['password', USER_FIELDS.length]],
    ],
    [
      'another password',
      { confirm_password: 'Supper5!' },
      [['confirm_password', USER_FIELDS.mismatch]],
    ],
  ])('refuses %s', (_, change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  it.each([
    ['first_name', '', USER_FIELDS.firstName],
    ['email', 'maya', USER_FIELDS.emailInvalid],
    ['phone', '555', USER_FIELDS.phone],
    ['password', 'SUPPER4!', USER_FIELDS.lowercase],
  ])('reports a mismatch together with a wrong %s', (field, value, sentence) => {
    expect(problems({ [field]: value, confirm_password: 'x' })).toEqual([
      [field, sentence],
      ['confirm_password', USER_FIELDS.mismatch],
    ]);
  });
});

describe('login', () => {
  it.each([
    ['maya', 'x', [USER_FIELDS.emailInvalid]],
    ['maya@example.com', '', [AUTH.passwordRequired]],
    ['maya@example.com', 'x', []],
  ])('checks %s with %s', (email, password, expected) => {
    const result = v.safeParse(loginSchema, { email, password });
    const messages = result.success ? [] : result.issues.map(({ message }) => message);
    expect([...new Set(messages)]).toEqual(expected);
  });
});

describe('forgot password', () => {
  it.each([
    ['maya@example.com', true],
    ['maya@example', false],
    ['maya example@x.com', false],
    ['@x.com', false],
    ['', false],
  ])('%s enables the button: %s', (text, enabled) => {
    expect(looksLikeEmail(text)).toBe(enabled);
  });
});
