/** The table of a cancellation link, and its cancellation. Neither call needs a session. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema.gen';

export type LinkedTable = components['schemas']['LinkedTableOut'];

export const linkedTableQuery = (token: string) =>
  queryOptions({
    queryKey: ['linked-table', token],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/cancel-table/', { params: { query: { token } }, signal })),
    enabled: token !== '',
    gcTime: 0,
  });

/** Cancel the table. `accepts_costs`: the page has shown that the cancellation is not free. */
export function useCancelByLink(token: string) {
  const queryClient = useQueryClient();
  const { queryKey } = linkedTableQuery(token);
  return useMutation({
    mutationFn: (accepts_costs: boolean) =>
      unwrap(api.POST('/api/cancel-table/', { body: { token, accepts_costs } })),
    onSuccess: ({ code }) => {
      queryClient.setQueryData(queryKey, (table) => table && { ...table, state: code });
    },
    onError: async (error) => {
      // The terms or the state have changed since the page was loaded.
      if (error instanceof ApiError && error.status === 409) {
        await queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
