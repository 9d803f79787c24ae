/** Writes filters into the address of the page that is open. */
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Filters } from './filters';

export function useFiltering(path: '/' | '/venues/top-picks') {
  const router = useRouter();
  const navigate = useNavigate({ from: path });
  return (change: Partial<Filters>) => {
    // Typed, then pressed Reserve within the pause: the next page may still be loading, and must not be called back.
    const isLeaving = router.latestLocation.pathname !== router.state.resolvedLocation?.pathname;
    if (isLeaving) return;
    // Each pause in typing would otherwise be a step on the way Back.
    void navigate({
      search: (filters) => ({ ...filters, ...change }),
      replace: true,
      resetScroll: false,
    });
  };
}
