/** Everything behind the sign-in: the guard, the user, and the shell around the page. */
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { meQuery } from '@/api/me';
import { shownByPage } from '@/api/query-client';
import { readTokens } from '@/api/session';
import { Live } from '@/features/live/live-indicator';
import { Bell } from '@/features/notifications/bell';
import { useArrivals } from '@/features/notifications/use-live-events';
import { PaletteHost } from '@/features/shell/palette/palette-host';
import { openOverlay } from '@/features/shell/palette/store';
import { ConfirmBanner } from '@/features/profile/confirm-banner';
import { AppShell } from '@/features/shell/app-shell';
import { PagePending } from '@/features/shell/page-pending';

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location }) => {
    if (readTokens() === null) {
      throw redirect({ to: '/login', search: { redirect: location.href } });
    }
  },
  // Loaders of the page itself run beside this one, so waiting for the user costs no extra trip.
  // A failure is not the end: each page says what it cannot do without knowing the user.
  loader: ({ context: { queryClient } }) =>
    queryClient.query({ ...meQuery, staleTime: 'static' }).catch(shownByPage),
  pendingComponent: PagePending,
  component: App,
});

function App() {
  const takeNews = useArrivals();
  return (
    <AppShell
      live={<Live onNews={takeNews} />}
      bell={<Bell />}
      onShortcuts={() => {
        openOverlay('shortcuts');
      }}
    >
      <ConfirmBanner />
      <Outlet />
      <PaletteHost />
    </AppShell>
  );
}
