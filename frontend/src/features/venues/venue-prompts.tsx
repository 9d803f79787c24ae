import { useState } from 'react';
import { selection, toSelected } from '@/entities/venue/selection';
import { lazyComponent } from '@/ui/lazy-component';
import type { GateRequest } from './use-venue-actions';

const PlanPrompt = lazyComponent(
  async () => (await import('@/features/billing/plan-prompt')).PlanPrompt,
);
const AccountPrompt = lazyComponent(async () => (await import('./account-prompt')).AccountPrompt);

/** The dialogs behind the gates of a venue page: `const [onGate, prompts] = useVenuePrompts()`. */
export function useVenuePrompts() {
  const [request, setRequest] = useState<GateRequest | null>(null);
  const close = () => {
    setRequest(null);
  };
  const offer = request?.notify && {
    user: request.notify.user,
    onNotify: () => {
      close();
      request.notify?.now();
    },
  };
  const prompts =
    request !== null &&
    (request.gate === 'account' ? (
      <AccountPrompt venue={request.venue} offer={offer} onClose={close} />
    ) : (
      <PlanPrompt
        reason={request.gate}
        offer={offer}
        onClose={close}
        onLeave={() => {
          // After the payment the request form continues with this venue.
          if (request.venue !== undefined) selection.replace([toSelected(request.venue)]);
        }}
      />
    ));
  return [setRequest, prompts] as const;
}
