/** How queries behave everywhere: what is worth asking again and what is an answer. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';

const ATTEMPTS = 3;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < ATTEMPTS - 1 && isPassing(error),
      },
      // Held back while offline, a press would be sent minutes later, when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  });
}

/** No answer, or the server's own trouble: it may be gone the next time. A refusal will not be. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** For a loader's `.catch`: the page reads the same query and draws the failure where it belongs. */
export function shownByPage(): undefined {
  return undefined;
}
