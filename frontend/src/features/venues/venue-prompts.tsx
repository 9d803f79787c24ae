import { lazy, Suspense, useState } from 'react';
import type { Ask } from './use-venue-actions';

const PlanPrompt = lazy(async () => ({
  default: (await import('@/features/plans/plan-prompt')).PlanPrompt,
}));
const AccountPrompt = lazy(async () => ({
  default: (await import('@/features/accounts/account-prompt')).AccountPrompt,
}));

/** The dialogs behind the gates, for a page of venues: `const [ask, prompts] = useVenuePrompts()`. */
export function useVenuePrompts() {
  const [asked, setAsked] = useState<Ask | null>(null);
  const close = () => {
    setAsked(null);
  };
  const plan = asked === null || asked.gate === 'account' ? null : asked.gate;
  const prompts = (
    <Suspense>
      {plan !== null && <PlanPrompt reason={plan} onClose={close} />}
      {asked?.gate === 'account' && <AccountPrompt source={asked.source} onClose={close} />}
    </Suspense>
  );
  return [setAsked, prompts] as const;
}
