import { useState } from 'react';
import { selection, toSelected } from '@/entities/venue/selection';
import { lazyComponent } from '@/ui/lazy-component';
import type { Ask } from './use-venue-actions';

const PlanPrompt = lazyComponent(
  async () => (await import('@/features/billing/plan-prompt')).PlanPrompt,
);
const AccountPrompt = lazyComponent(async () => (await import('./account-prompt')).AccountPrompt);

/** The dialogs behind the gates of a venue page: `const [ask, prompts] = useVenuePrompts()`. */
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
          // After the payment the request form continues with this venue.
          if (asked.venue !== undefined) selection.replace([toSelected(asked.venue)]);
        }}
      />
    ));
  return [setAsked, prompts] as const;
}
