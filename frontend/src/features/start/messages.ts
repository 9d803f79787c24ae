/** The sentences of the steps after sign-up. */
import type { StartStep } from './start-rules';

export const START = {
  label: 'Getting started',
  place: (at: number, count: number) => `Step ${at} of ${count}`,
  done: '(done)',
  skip: 'Skip setup',
  confirmed: 'Your email is confirmed.',
  steps: {
    email: 'Confirm your email',
    account: 'Connect an account',
    plan: 'Choose a plan',
    request: 'File your first request',
  } satisfies Record<StartStep, string>,
} as const;
