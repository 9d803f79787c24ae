/** Sends the user's answer to a program that asks for a standing approval. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { signChallenge } from '@/entities/passkey/ceremonies';
import { passkeysQuery } from '@/entities/passkey/passkeys';
import { mandateQuery, mandatesQuery, type Mandate } from '@/entities/program/mandates';

/** Approve exactly what the page shows: the server compares the digest. A user with a passkey signs it. */
export function useApprove({ id, digest }: Mandate) {
  const params = { path: { mandate_id: id } };
  return useDecision(id, async () => {
    const challenge = await unwrap(api.GET('/api/mandates/{mandate_id}/challenge/', { params }));
    const assertion = challenge.credential_ids.length === 0 ? null : await signChallenge(challenge);
    return unwrap(
      api.POST('/api/mandates/{mandate_id}/approve/', { params, body: { digest, assertion } }),
    );
  });
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
    // Also after a refusal: another device may have decided, or added a passkey.
    onSettled: () =>
      Promise.all(
        [mandatesQuery, passkeysQuery].map(({ queryKey: changed }) =>
          queryClient.invalidateQueries({ queryKey: changed }),
        ),
      ),
  });
}
