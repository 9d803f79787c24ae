/** The profile's state in the address: the tab, and what Stripe's pages came back with. Pure. */
import * as z from 'zod/mini';

/** The specification's three, in its order. */
export const TABS = ['personal', 'password', 'notifications'] as const;
export type Tab = (typeof TABS)[number];

export const profileSearchSchema = z.object({
  /** `subscription` is where Stripe's pages lead back to: the plans stand beside every tab. */
  tab: z.catch(z.optional(z.enum([...TABS, 'subscription'])), undefined),
  checkout: z.catch(z.optional(z.enum(['success', 'canceled'])), undefined),
});
export type ProfileSearch = z.infer<typeof profileSearchSchema>;

export function tabOf({ tab }: ProfileSearch): Tab {
  return tab === undefined || tab === 'subscription' ? 'personal' : tab;
}

/** What the browser comes back from, if it does; `visit` is Stripe's management page. */
export function returnOf({
  tab,
  checkout,
}: ProfileSearch): 'success' | 'canceled' | 'visit' | null {
  return checkout ?? (tab === 'subscription' ? 'visit' : null);
}
