import { useState } from 'react';
import { selection, toSelected } from '@/entities/venue/selection';
import { latePart } from '@/ui/lazy-component';
import type { Ask } from './use-venue-actions';

const PlanPrompt = latePart(
  async () => (await import('@/features/billing/plan-prompt')).PlanPrompt,
);
const AccountPrompt = latePart(async () => (await import('./account-prompt')).AccountPrompt);

/** The dialogs behind the gates, for a page of venues: `const [ask, prompts] = useVenuePrompts()`. */
export function useVenuePrompts() {
  const [asked, setAsked] = useState<Ask | null>(null);
  const close = () => {
    setAsked(null);
  };
  const prompts =
    asked !== null &&
    (asked.gate === 'account' ? (
      <AccountPrompt source={asked.venue.reservation_source} onClose={close} />
    ) : (
      <PlanPrompt
        reason={asked.gate}
        onClose={close}
        onLeave={() => {
          // Paid for, the way goes on with what it was paid for.
          if (asked.venue !== undefined) selection.replace([toSelected(asked.venue)]);
        }}
      />
    ));
  return [setAsked, prompts] as const;
}
