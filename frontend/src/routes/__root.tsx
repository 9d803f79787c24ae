import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';
import { useFirstPageReady } from '@/lib/loading/first-page';
import { ToastHost } from '@/ui/toast/toast-host';
import { NotFound } from '@/features/shell/not-found';
import type { RouterContext } from '@/router';

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({ meta: [{ title: 'Tablehawk' }] }),
  component: Root,
  notFoundComponent: NotFound,
});

function Root() {
  // Until then #root is empty, and the first paint of index.html stays.
  if (!useFirstPageReady()) return null;
  return (
    <>
      <HeadContent />
      <Outlet />
      <ToastHost />
    </>
  );
}
