/** Decides which pages show the steps after sign-up, and which step a page belongs to. Pure. */
import { type Step, type StepFacts, STEPS } from '@/entities/user/next-step';
import type { StartMark } from '@/entities/user/start';

/** The steps that are shown. The first one is done in the user's inbox: it has no page, and no other step waits for it. */
export const START_STEPS = ['email', ...STEPS] as const;
export type StartStep = (typeof START_STEPS)[number];

export function isDone(step: StartStep, facts: StepFacts & { email: boolean }): boolean {
  switch (step) {
    case 'email':
      return facts.email;
    case 'account':
      return facts.accounts > 0;
    case 'plan':
      return facts.plan;
    case 'request':
      return (facts.requests ?? 0) > 0;
  }
}

/**
 * The step of a page; null if the page does not show the steps. The pages of the first two steps show them to everyone
 * who lacks an account or a plan. The other pages show them after the sign-up if only the first request is missing. If
 * an account or a plan is missing, their banner says so.
 */
export function stepOfPage(
  pathname: string,
  { missing, mark }: { missing: Step | null; mark: StartMark },
): Step | null {
  if (mark === 'skipped') return null;
  const isOpen = missing === 'request' && mark === 'open';
  const setup = setupStep(pathname);
  if (setup !== null) return isOpen || missing === 'account' || missing === 'plan' ? setup : null;
  return isOpen && leadsToRequest(pathname) ? 'request' : null;
}

/** The first two steps have a page of their own. */
export function setupStep(pathname: string): Step | null {
  if (pathname.startsWith('/connect-accounts')) return 'account';
  return pathname.startsWith('/choose-plan') ? 'plan' : null;
}

function leadsToRequest(pathname: string): boolean {
  return (
    pathname === '/' ||
    /^\/(restaurant|venues|profile)\b/.test(pathname) ||
    pathname.startsWith('/reservations/add-reservation')
  );
}
