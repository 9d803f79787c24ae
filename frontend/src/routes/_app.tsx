/** The signed-in part: guard, user, and the shell around the page. Visitors see its public pages in a shell of their own. */
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { createElement } from 'react';
import { meQuery } from '@/api/me';
import { handledByPage } from '@/api/query-client';
import { isVisitor } from '@/api/session';
import { Live } from '@/features/live/live-indicator';
import { Bell } from '@/features/notifications/bell';
import { useLiveEvents } from '@/features/notifications/use-live-events';
import { PaletteSentence } from '@/features/request-form/sentence/sentence-code';
import { PaletteHost } from '@/features/shell/palette/palette-host';
import { openOverlay } from '@/features/shell/palette/store';
import { ConfirmBanner, ConfirmLine } from '@/features/profile/confirm-banner';
import { AppShell } from '@/features/shell/app-shell';
import { StartSteps } from '@/features/start/start-steps';
import { PagePending } from '@/features/shell/page-pending';
import { whenIdle } from '@/lib/loading/when-idle';
import { isPublicPath } from '@/lib/public-paths';
import { lazyExtra } from '@/ui/lazy-component';

/** What a first view never needs: most visits have no new table. */
const BookedMoments = lazyExtra(async () => {
  await whenIdle();
  return (await import('@/features/notifications/booked/booked-moments')).BookedMoments;
});

export const Route = createFileRoute('/_app')({
  // The router keeps the answer for a visitor apart from that for a user.
  loaderDeps: () => ({ visitor: isVisitor() }),
  beforeLoad: ({ location }) => {
    if (isVisitor() && !isPublicPath(location.pathname)) {
      throw redirect({ to: '/login', search: { redirect: location.href } });
    }
  },
  // The page's own loaders run in parallel, so waiting for the user costs no extra round trip. A failure is handled
  // by each page, which says what it cannot do without the user.
  loader: async ({ context: { queryClient }, deps }) => {
    if (deps.visitor) return (await import('@/features/shell/visitor-shell')).VisitorShell;
    await queryClient.query({ ...meQuery, staleTime: 'static' }).catch(handledByPage);
    return undefined;
  },
  pendingComponent: PagePending,
  component: Shell,
});

function Shell() {
  const Visitors = Route.useLoaderData();
  return Visitors === undefined ? <App /> : createElement(Visitors, null, <Outlet />);
}

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
      <PaletteHost sentence={PaletteSentence} />
      <BookedMoments />
    </AppShell>
  );
}
