import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';
import { ToastHost } from '@/ui/toast-host';
import { NotFound } from '@/features/shell/not-found';
import type { RouterContext } from '@/router';

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({ meta: [{ title: 'Tablehawk' }] }),
  component: Root,
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <>
      <HeadContent />
      <Outlet />
      <ToastHost />
    </>
  );
}
