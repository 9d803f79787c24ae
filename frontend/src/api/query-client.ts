/** Defaults of all queries and mutations. */
import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './errors';

const ATTEMPTS = 3;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < ATTEMPTS - 1 && isTransient(error),
      },
      // While offline, TanStack Query would hold a mutation back and send it minutes later, unexpectedly.
      mutations: { networkMode: 'always' },
    },
  });
}

/** For a loader's `.catch`: the page reads the same query and shows its failure. */
export function handledByPage(): undefined {
  return undefined;
}
