/** The router with the rules of all routes: plain-string search, focus on the title, pending and failure. */
import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '@/lib/search-params';
import { RouteError } from '@/features/shell/route-error';
import { focusPageTitle } from '@/ui/page-title';
import { routeTree } from './routeTree.gen';

export type RouterContext = { queryClient: QueryClient };

export function createAppRouter({
  queryClient,
  history,
}: {
  queryClient: QueryClient;
  history?: RouterHistory;
}) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...(history === undefined ? {} : { history }),
    parseSearch,
    stringifySearch,
    // The specification's address `/venues/top-picks/` ends with a slash.
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 300,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    // Not on the first page: the browser starts at the document.
    if (fromLocation !== undefined && pathChanged) focusPageTitle();
  });
  return router;
}

declare module '@tanstack/react-router' {
  // Declaration merging is how the router learns the app's own routes, and only an interface merges.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
