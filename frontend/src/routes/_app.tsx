/** The signed-in part: guard, user, and the shell around the page. */
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { meQuery } from '@/api/me';
import { handledByPage } from '@/api/query-client';
import { readTokens } from '@/api/session';
import { Live } from '@/features/live/live-indicator';
import { Bell } from '@/features/notifications/bell';
import { useLiveEvents } from '@/features/notifications/use-live-events';
import { PaletteHost } from '@/features/shell/palette/palette-host';
import { openOverlay } from '@/features/shell/palette/store';
import { ConfirmBanner, ConfirmLine } from '@/features/profile/confirm-banner';
import { AppShell } from '@/features/shell/app-shell';
import { StartSteps } from '@/features/start/start-steps';
import { PagePending } from '@/features/shell/page-pending';

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location }) => {
    if (readTokens() === null) {
      throw redirect({ to: '/login', search: { redirect: location.href } });
    }
  },
  // The page's own loaders run in parallel, so waiting for the user costs no extra round trip. A failure is handled
  // by each page, which says what it cannot do without the user.
  loader: ({ context: { queryClient } }) =>
    queryClient.query({ ...meQuery, staleTime: 'static' }).catch(handledByPage),
  pendingComponent: PagePending,
  component: App,
});

function App() {
  const handleLiveEvents = useLiveEvents();
  return (
    <AppShell
      live={<Live onNotifications={handleLiveEvents} />}
      bell={<Bell />}
      onShortcuts={() => {
        openOverlay('shortcuts');
      }}
    >
      <StartSteps email={<ConfirmLine />} otherwise={<ConfirmBanner />} />
      <Outlet />
      <PaletteHost />
    </AppShell>
  );
}
