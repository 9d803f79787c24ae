/** What is done about a subscription. Each tells its failure in the server's words. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import { isOurs, leaveFor } from '@/lib/leave';
import { toast } from '@/ui/toast';
import { BILLING, type PlanName } from './messages';
import { settle } from './settle';

const BASE = '/api/stripe-integration/subscription';

/** Leads to Stripe's checkout page; a plan that was to end just goes on, without one. */
export function useCheckout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tier: PlanName) =>
      unwrap(api.POST(`${BASE}/create-checkout-session/`, { body: { subscription_tier: tier } })),
    onSuccess: async ({ sessionUrl, message }) => {
      toast({ title: message, tone: 'confirmed' });
      if (isOurs(sessionUrl)) await queryClient.invalidateQueries();
      else leaveFor(sessionUrl);
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
    onSuccess: ({ url }) => {
      if (url === '') {
        toast({ title: BILLING.noUrl, tone: 'unsuccessful' });
        return;
      }
      toast({ title: BILLING.redirecting, tone: 'watching' });
      leaveFor(url);
    },
    onError: (error) => {
      toast({ title: messageOf(error, BILLING.manageFailed), tone: 'unsuccessful' });
    },
  });
}

function tell(error: unknown): void {
  toast({ title: messageOf(error), tone: 'unsuccessful' });
}
