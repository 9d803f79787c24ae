/** What a new user still has to do before the first request. Pure. */
import type { User } from '@/api/types';
import type { UserAccounts } from '@/entities/platform/accounts';

/** The steps of a start, in their order. */
export const STEPS = ['account', 'plan', 'request'] as const;
export type Step = (typeof STEPS)[number];

export type StepFacts = {
  /** Connected accounts, at any platform. */
  accounts: number;
  /** Whether the plan allows requests. */
  plan: boolean;
  /** Requests filed so far; undefined while unknown. */
  requests: number | undefined;
};

/** The first step that is missing; null if there is none, or if it is not known. */
export function missingStep({ accounts, plan, requests }: StepFacts): Step | null {
  if (accounts === 0) return 'account';
  if (!plan) return 'plan';
  return requests === 0 ? 'request' : null;
}

type StartingUser = UserAccounts & Pick<User, 'entitlements'>;

/** The facts that the user's data gives. `requests` is known to the lists of requests only. */
export function stepFacts(user: StartingUser, requests?: number): StepFacts {
  return {
    accounts: user.platform_accounts.length,
    plan: user.entitlements.can_reserve,
    requests,
  };
}
