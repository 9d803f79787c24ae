import { describe, expect, it } from 'vitest';
import type { Step } from '@/entities/user/next-step';
import type { StartMark } from '@/entities/user/start';
import { isDone, stepOfPage } from './start-rules';

type Row = [page: string, missing: Step | null, mark: StartMark, shown: Step | null];

describe('the step of a page', () => {
  it.each<Row>([
    ['/connect-accounts', 'account', 'open', 'account'],
    ['/connect-accounts', 'account', null, 'account'],
    ['/connect-accounts', 'plan', 'open', 'account'],
    ['/connect-accounts', 'request', 'open', 'account'],
    ['/connect-accounts', null, null, null],
    ['/choose-plan', 'plan', null, 'plan'],
    ['/choose-plan', 'account', null, 'plan'],
    ['/choose-plan', 'request', 'open', 'plan'],
    ['/choose-plan', 'request', null, null],
    ['/', 'request', 'open', 'request'],
    ['/restaurant/7', 'request', 'open', 'request'],
    ['/venues/top-picks/', 'request', 'open', 'request'],
    ['/reservations/add-reservation', 'request', 'open', 'request'],
    ['/profile', 'request', 'open', 'request'],
    // The page's banner says what is missing.
    ['/', 'account', 'open', null],
    ['/', 'plan', 'open', null],
    ['/', 'request', null, null],
    ['/reservations', 'request', 'open', null],
    ['/blogs/a-story', 'request', 'open', null],
    ['/connect-accounts', 'account', 'skipped', null],
    ['/', 'request', 'skipped', null],
  ])('%s with %s missing and mark %s: %s', (pathname, missing, mark, shown) => {
    expect(stepOfPage(pathname, { missing, mark })).toBe(shown);
  });
});

it('each step is done by its own fact', () => {
  const none = { email: false, accounts: 0, plan: false, requests: undefined };
  expect(isDone('email', { ...none, email: true })).toBe(true);
  expect(isDone('account', { ...none, accounts: 1 })).toBe(true);
  expect(isDone('plan', { ...none, plan: true })).toBe(true);
  expect(isDone('request', { ...none, requests: 2 })).toBe(true);
  for (const step of ['email', 'account', 'plan', 'request'] as const) {
    expect(isDone(step, none)).toBe(false);
  }
});
