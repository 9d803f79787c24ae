/** Writes filters into the address of the open page. */
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Filters } from './filters';

export function useFilterChange(path: '/' | '/restaurants' | '/venues/top-picks') {
  const router = useRouter();
  const navigate = useNavigate({ from: path });
  return (change: Partial<Filters>) => {
    // The user typed and clicked Reserve within the pause: the next page may still be loading and must not be
    // replaced.
    const isLeaving = router.latestLocation.pathname !== router.state.resolvedLocation?.pathname;
    if (isLeaving) return;
    // Each pause in typing would otherwise add a step to Back.
    void navigate({
      search: (filters) => ({ ...filters, ...change }),
      replace: true,
      resetScroll: false,
    });
  };
}
