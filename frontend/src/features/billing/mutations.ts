/** The calls that change a subscription. Each shows its failure in the server's words. */
import { SUBSCRIPTION_PATH } from './queries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import { isHttpUrl, isOwnUrl, openExternalUrl } from '@/lib/external-url';
import { toast } from '@/ui/toast';
import { toastsReady } from '@/ui/toast/toast-host';
import type { PlanName } from '@/entities/plan/plans';
import { checkoutOrigin } from './checkout-origin';
import { BILLING } from './messages';
import { waitForPlan } from './await-payment';

/** The cards, which show whether a plan renews or ends. */
const PLANS = '.plans';

/** How long the toast can be read before the browser opens the other page. */
const LEAVE_AFTER_MS = 800;

/**
 * Open Stripe's checkout page. A canceled plan that has not ended continues without that page. `onLeave` runs before
 * the browser leaves.
 */
export function useCheckout(onLeave?: () => void) {
  const queryClient = useQueryClient();
  const router = useRouter({ warn: false }) as AnyRouter | null;
  return useMutation({
    mutationFn: (tier: PlanName) =>
      unwrap(
        api.POST(`${SUBSCRIPTION_PATH}/create-checkout-session/`, {
          body: { subscription_tier: tier },
        }),
      ),
    onMutate: () => void toastsReady(),
    onSuccess: async ({ sessionUrl, message }) => {
      if (!isHttpUrl(sessionUrl)) {
        toast({ title: BILLING.noCheckout, tone: 'unsuccessful' });
      } else if (isOwnUrl(sessionUrl)) {
        toast({ title: message, tone: 'confirmed', shownBy: [PLANS] });
        await queryClient.invalidateQueries();
      } else {
        onLeave?.();
        if (router !== null) checkoutOrigin.write(router.state.location.href);
        await showToastAndLeave(sessionUrl, { title: message, tone: 'confirmed' });
      }
    },
    onError: showFailure,
  });
}

export function useChangePlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tier: PlanName) =>
      unwrap(
        api.POST(`${SUBSCRIPTION_PATH}/change-subscription/`, {
          body: { new_subscription_tier: tier },
        }),
      ),
    onSuccess: (_, tier) => {
      toast({ title: BILLING.changed, tone: 'confirmed' });
      // Not awaited: the dialog closes, and the plan follows wherever the user is by then.
      void waitForPlan({
        queryClient,
        until: ({ subscription_type }) => subscription_type === tier,
      });
    },
    onError: showFailure,
  });
}

export function useCancelPlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST(`${SUBSCRIPTION_PATH}/cancel-subscription/`)),
    onSuccess: async ({ message }) => {
      toast({ title: message, tone: 'confirmed', shownBy: [PLANS] });
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onError: showFailure,
  });
}

/** Open Stripe's page for card, invoices and subscription. */
export function useManage() {
  return useMutation({
    mutationFn: () => unwrap(api.GET(`${SUBSCRIPTION_PATH}/manage-subscription/`)),
    onMutate: () => void toastsReady(),
    onSuccess: async ({ url }) => {
      if (isHttpUrl(url)) {
        await showToastAndLeave(url, { title: BILLING.redirecting, tone: 'watching' });
      } else {
        toast({ title: BILLING.noUrl, tone: 'unsuccessful' });
      }
    },
    onError: (error) => {
      toast({ title: messageOf(error, BILLING.manageFailed), tone: 'unsuccessful' });
    },
  });
}

/** Show the toast, then leave: a browser that opens another page no longer renders this one. */
async function showToastAndLeave(url: string, content: Parameters<typeof toast>[0]): Promise<void> {
  await toastsReady();
  toast(content);
  await new Promise((resolve) => setTimeout(resolve, LEAVE_AFTER_MS));
  openExternalUrl(url);
}

function showFailure(error: unknown): void {
  toast({ title: messageOf(error), tone: 'unsuccessful' });
}
