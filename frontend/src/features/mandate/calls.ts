/** Sends the user's answer to a program that asks for a standing approval. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { mandateQuery, mandatesQuery, type Mandate } from '@/entities/program/mandates';

/** Approve exactly what the page shows: the server compares the digest. */
export function useApprove({ id, digest }: Mandate) {
  return useDecision(id, () =>
    unwrap(
      api.POST('/api/mandates/{mandate_id}/approve/', {
        params: { path: { mandate_id: id } },
        body: { digest },
      }),
    ),
  );
}

export function useDecline({ id }: Mandate) {
  return useDecision(id, () =>
    unwrap(
      api.POST('/api/mandates/{mandate_id}/decline/', { params: { path: { mandate_id: id } } }),
    ),
  );
}

function useDecision(id: number, decide: () => Promise<Mandate>) {
  const queryClient = useQueryClient();
  const { queryKey } = mandateQuery(id);
  return useMutation({
    mutationFn: decide,
    onSuccess: (mandate) => {
      queryClient.setQueryData(queryKey, mandate);
    },
    // Also after a refusal: another device may have decided.
    onSettled: () => queryClient.invalidateQueries({ queryKey: mandatesQuery.queryKey }),
  });
}
