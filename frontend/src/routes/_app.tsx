/** Everything behind the sign-in: the guard, the user, and the shell around the page. */
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { meQuery } from '@/api/me';
import { readTokens } from '@/api/session';
import { AppShell } from '@/features/shell/app-shell';
import { PagePending } from '@/features/shell/page-pending';

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location }) => {
    if (readTokens() === null) {
      throw redirect({ to: '/login', search: { redirect: location.href } });
    }
  },
  // Loaders of the page itself run beside this one, so waiting for the user costs no extra trip.
  loader: ({ context: { queryClient } }) => queryClient.query({ ...meQuery, staleTime: 'static' }),
  pendingComponent: PagePending,
  component: App,
});

function App() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  );
}
