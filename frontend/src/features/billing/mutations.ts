/** What is done about a subscription. Each tells its failure in the server's words. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import { isAddress, isOurs, leaveFor } from '@/lib/external-url';
import { toast } from '@/ui/toast';
import { toastsReady } from '@/ui/toast-host';
import { BILLING, type PlanName } from './messages';
import { settle } from './await-payment';

/** As long as the toast about it is readable before the browser may show the other page. */
const LEAVE_AFTER_MS = 800;

const BASE = '/api/stripe-integration/subscription';

/** Leads to Stripe's checkout page; a plan that was to end just goes on, without one. `onLeave`: before the first. */
export function useCheckout(onLeave?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tier: PlanName) =>
      unwrap(api.POST(`${BASE}/create-checkout-session/`, { body: { subscription_tier: tier } })),
    onMutate: () => void toastsReady(),
    onSuccess: async ({ sessionUrl, message }) => {
      if (!isAddress(sessionUrl)) {
        toast({ title: BILLING.noCheckout, tone: 'unsuccessful' });
      } else if (isOurs(sessionUrl)) {
        toast({ title: message, tone: 'confirmed' });
        await queryClient.invalidateQueries();
      } else {
        onLeave?.();
        await tellAndLeave(sessionUrl, { title: message, tone: 'confirmed' });
      }
    },
    onError: tell,
  });
}

export function useChangePlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tier: PlanName) =>
      unwrap(api.POST(`${BASE}/change-subscription/`, { body: { new_subscription_tier: tier } })),
    onSuccess: (_, tier) => {
      toast({ title: BILLING.changed, tone: 'confirmed' });
      // Not waited for: the dialog closes, and the plan follows wherever the user is by then.
      void settle({ queryClient, until: ({ subscription_type }) => subscription_type === tier });
    },
    onError: tell,
  });
}

export function useCancelPlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST(`${BASE}/cancel-subscription/`)),
    onSuccess: async ({ message }) => {
      toast({ title: message, tone: 'confirmed' });
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onError: tell,
  });
}

/** Leads to Stripe's page for card, invoices and subscription. */
export function useManage() {
  return useMutation({
    mutationFn: () => unwrap(api.GET(`${BASE}/manage-subscription/`)),
    onMutate: () => void toastsReady(),
    onSuccess: async ({ url }) => {
      if (isAddress(url)) {
        await tellAndLeave(url, { title: BILLING.redirecting, tone: 'watching' });
      } else {
        toast({ title: BILLING.noUrl, tone: 'unsuccessful' });
      }
    },
    onError: (error) => {
      toast({ title: messageOf(error, BILLING.manageFailed), tone: 'unsuccessful' });
    },
  });
}

/** Shows the toast, then leaves: a browser on its way to another page draws nothing more of this one. */
async function tellAndLeave(url: string, words: Parameters<typeof toast>[0]): Promise<void> {
  await toastsReady();
  toast(words);
  await new Promise((resolve) => setTimeout(resolve, LEAVE_AFTER_MS));
  leaveFor(url);
}

function tell(error: unknown): void {
  toast({ title: messageOf(error), tone: 'unsuccessful' });
}
