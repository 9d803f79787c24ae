/** The sentences of the steps after sign-up. */
import type { Step } from '@/entities/user/next-step';

export const START = {
  label: 'Getting started',
  place: (at: number, count: number) => `Step ${at} of ${count}`,
  done: '(done)',
  skip: 'Skip setup',
  steps: {
    account: 'Connect an account',
    plan: 'Choose a plan',
    request: 'File your first request',
  } satisfies Record<Step, string>,
} as const;
