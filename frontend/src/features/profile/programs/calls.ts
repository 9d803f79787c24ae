/** Reads the programs that the user has allowed, and ends their access. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { toast } from '@/ui/toast';

export type Program = components['schemas']['ProgramOut'];

export const programsQuery = queryOptions({
  queryKey: ['programs'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/oauth/programs/', { signal })),
});

export function useRevokeProgram() {
  const queryClient = useQueryClient();
  const { queryKey } = programsQuery;
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(
        api.DELETE('/api/oauth/programs/{program_id}/', { params: { path: { program_id: id } } }),
      ),
    onSuccess: ({ message }, id) => {
      queryClient.setQueryData(queryKey, (programs) => programs?.filter((one) => one.id !== id));
      toast({ title: message, tone: 'confirmed', shownBy: ['[data-shows="programs"]'] });
    },
    // Also after a refusal: an unknown program was revoked elsewhere.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
