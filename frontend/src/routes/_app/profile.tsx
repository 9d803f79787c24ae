import { createFileRoute, redirect } from '@tanstack/react-router';
import { handledByPage } from '@/api/query-client';
import { subscriptionQuery } from '@/features/billing/queries';
import { ProfilePage } from '@/features/profile/profile-page';
import { profileSearchSchema } from '@/features/profile/search';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { Skeleton } from '@/ui/skeleton';
import { titled } from '@/lib/page-title';

const AccountCards = lazyPanel(
  async () => (await import('@/features/connect/account-cards')).AccountCards,
  <Skeleton className="h-85" />,
);

export const Route = createFileRoute('/_app/profile')({
  validateSearch: profileSearchSchema,
  // Code of its own, because the routes' code is part of every page.
  beforeLoad: async ({ search, preload }) => {
    if (search.checkout !== 'canceled' || preload) return;
    const { leaveCanceledCheckout } = await import('@/features/billing/use-after-checkout');
    const origin = leaveCanceledCheckout();
    if (origin !== null) throw redirect({ href: origin, replace: true });
  },
  // Started and not awaited: the form shows at once, the cards have their own placeholder.
  loader: ({ context: { queryClient } }) => {
    queryClient.query(subscriptionQuery).catch(handledByPage);
  },
  head: titled('Profile'),
  component: Profile,
});

function Profile() {
  return <ProfilePage search={Route.useSearch()} accounts={<AccountCards />} />;
}
