import { describe, expect, it } from 'vitest';
import { openTableAccount, user } from '@/testing/fixtures';
import { missingStep, stepFacts } from './next-step';

describe('the step that is missing', () => {
  it.each([
    ['nothing is done', { accounts: 0, plan: false, requests: 0 }, 'account'],
    ['only the plan is there', { accounts: 0, plan: true, requests: 0 }, 'account'],
    ['an account is connected', { accounts: 1, plan: false, requests: 0 }, 'plan'],
    ['account and plan are there', { accounts: 2, plan: true, requests: 0 }, 'request'],
    ['a request was filed', { accounts: 1, plan: true, requests: 3 }, null],
    ['the requests are not known', { accounts: 1, plan: true, requests: undefined }, null],
    ['the last account was disconnected', { accounts: 0, plan: true, requests: 3 }, 'account'],
    ['the plan has ended', { accounts: 1, plan: false, requests: 3 }, 'plan'],
  ] as const)('%s', (_, facts, step) => {
    expect(missingStep(facts)).toBe(step);
  });

  it('counts the accounts of both platforms, also those that need a new login', () => {
    const expired = { ...openTableAccount, status: 'needs_reconnect' as const };
    expect(stepFacts(user({ ot_accounts: [expired] }))).toEqual({
      accounts: 2,
      plan: true,
      requests: undefined,
    });
    expect(stepFacts(user({ subscription_type: 'none' }), 0).plan).toBe(false);
  });
});
