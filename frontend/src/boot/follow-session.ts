/** Opens the login page when the session ends, in this tab or another one. */
import type { QueryClient } from '@tanstack/react-query';
import { onSessionChange, readTokens } from '@/api/session';
import { selection } from '@/entities/venue/selection';
import type { createAppRouter } from '@/router';

/** Pages that need no session. */
const OPEN_PAGES = [
  '/login',
  '/signup',
  '/reset-password',
  '/confirm-email',
  '/revert-email',
  '/cancel-table',
  '/terms',
  '/privacy',
];

type Deps = { router: ReturnType<typeof createAppRouter>; queryClient: QueryClient };

export function followSession({ router, queryClient }: Deps): () => void {
  let signedIn = readTokens() !== null;
  return onSessionChange(({ elsewhere }) => {
    const was = signedIn;
    signedIn = readTokens() !== null;
    if (was === signedIn) return;
    if (signedIn) {
      // In this tab the sign-in page navigates; in other tabs the guards run again.
      if (elsewhere) void router.invalidate();
      return;
    }
    queryClient.clear();
    selection.clear();
    const { pathname, href } = router.state.location;
    if (!OPEN_PAGES.includes(pathname)) {
      void router.navigate({ to: '/login', search: { redirect: href } });
    }
  });
}
