/**
 * Opens the login page when the session ends, in this tab or another one. When another tab signs in another user, the
 * page is loaded again, so that nothing of the first user stays on it.
 */
import type { QueryClient } from '@tanstack/react-query';
import { onSessionChange, readTokens, userOf } from '@/api/session';
import { reservationKeys } from '@/entities/request/cache/queries';
import { selection } from '@/entities/venue/selection';
import type { createAppRouter } from '@/router';

/** The layout of the pages that need a session. */
const SIGNED_IN = '/_app';

type Deps = {
  router: ReturnType<typeof createAppRouter>;
  queryClient: QueryClient;
  reload: () => void;
};

export function followSession({ router, queryClient, reload }: Deps): () => void {
  let user = signedInUser();
  return onSessionChange(({ elsewhere }) => {
    const was = user;
    user = signedInUser();
    if (was === user) return;
    if (was !== null && user !== null) {
      reload();
      return;
    }
    if (user !== null) {
      // A visitor's restaurants have no requests.
      queryClient.removeQueries({ queryKey: reservationKeys.venues });
      // In this tab the sign-in page navigates; in other tabs the guards run again.
      if (elsewhere) void router.invalidate();
      return;
    }
    queryClient.clear();
    selection.clear();
    const { location, matches } = router.state;
    if (matches.some(({ routeId }) => routeId === SIGNED_IN)) {
      void router.navigate({ to: '/login', search: { redirect: location.href } });
    }
  });
}

/** The id of the signed-in user; null if nobody is signed in. */
function signedInUser(): string | null {
  const tokens = readTokens();
  return tokens === null ? null : (userOf(tokens.access_token) ?? 'unknown');
}
