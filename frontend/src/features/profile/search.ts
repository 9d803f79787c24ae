/** The profile's state in the address: the tab, and the result of Stripe's pages. Pure. */
import * as v from 'valibot';

/** The specification's three tabs between the plan and the connected accounts. */
export const PROFILE_TABS = ['plan', 'personal', 'password', 'notifications', 'accounts'] as const;
export type Tab = (typeof PROFILE_TABS)[number];

export const profileSearchSchema = v.object({
  /** `subscription` is the return address of Stripe's pages and opens the plan. */
  tab: v.fallback(v.optional(v.picklist([...PROFILE_TABS, 'subscription'])), undefined),
  checkout: v.fallback(v.optional(v.picklist(['success', 'canceled'])), undefined),
});
export type ProfileSearch = v.InferOutput<typeof profileSearchSchema>;

export function tabOf({ tab }: ProfileSearch): Tab {
  return tab === undefined || tab === 'subscription' ? 'plan' : tab;
}

/** The page of Stripe from which the browser returns; `visit` is the management page. */
export function returnOf({
  tab,
  checkout,
}: ProfileSearch): 'success' | 'canceled' | 'visit' | null {
  return checkout ?? (tab === 'subscription' ? 'visit' : null);
}
