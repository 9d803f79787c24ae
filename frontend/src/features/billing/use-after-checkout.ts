/** Leads on from the return page of Stripe's checkout, which is the profile. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { meQuery } from '@/api/me';
import { PLAN_NAMES } from '@/entities/plan/plans';
import { savedDraft } from '@/entities/request/saved-draft';
import { selection } from '@/entities/venue/selection';
import { toast } from '@/ui/toast';
import { checkoutOrigin } from './checkout-origin';
import { BILLING } from './messages';
import { subscriptionQuery } from './queries';

/** After a confirmed payment: to the request that was kept when the plan was asked for, else to the restaurants. */
export function useAfterCheckout(): () => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return () => {
    checkoutOrigin.take();
    const user = queryClient.getQueryData(meQuery.queryKey);
    const plan = queryClient.getQueryData(subscriptionQuery.queryKey);
    if (user === undefined || plan === undefined) return;
    const name = PLAN_NAMES[plan.subscription_type === 'premium' ? 'premium' : 'standard'];
    toast({
      title: plan.status === 'trialing' ? BILLING.trialStarted(name) : BILLING.checkoutDone(name),
      text: BILLING.canFile(user.entitlements.active_limit),
      tone: 'confirmed',
    });
    const hasRequest = selection.get().length > 0 || savedDraft.read(user.id) !== null;
    void navigate({ to: hasRequest ? '/reservations/add-reservation' : '/', replace: true });
  };
}

/**
 * The page to which an abandoned checkout returns, with what was entered there; null stays on the profile, which says
 * that nothing was charged.
 */
export function leaveCanceledCheckout(): string | null {
  const origin = checkoutOrigin.take();
  if (origin === null || origin.startsWith('/profile')) return null;
  toast({ title: BILLING.checkoutCanceled, tone: 'watching' });
  return origin;
}
