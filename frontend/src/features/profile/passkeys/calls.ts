/** Adds and removes the user's passkeys. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { meQuery } from '@/api/me';
import { makePasskey } from '@/entities/passkey/ceremonies';
import { PASSKEYS } from '@/entities/passkey/messages';
import { passkeysQuery } from '@/entities/passkey/passkeys';
import { toast } from '@/ui/toast';

const shownBy = ['[data-shows="passkeys"]'];

export function useAddPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const challenge = await unwrap(api.POST('/api/passkeys/challenge/', { body: { password } }));
      const credential = await makePasskey(
        challenge,
        await queryClient.query({ ...meQuery, staleTime: 'static' }),
      );
      return unwrap(api.POST('/api/passkeys/', { body: { name, credential } }));
    },
    onSuccess: () => {
      toast({ title: PASSKEYS.added, tone: 'confirmed', shownBy });
      return queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
}

export function useRemovePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, password }: { id: number; password: string }) =>
      unwrap(
        api.DELETE('/api/passkeys/{passkey_id}/', {
          params: { path: { passkey_id: id } },
          body: { password },
        }),
      ),
    onSuccess: ({ message }, { id }) => {
      queryClient.setQueryData(passkeysQuery.queryKey, (all) =>
        all?.filter((one) => one.id !== id),
      );
      toast({ title: message, tone: 'confirmed', shownBy });
    },
    // Also after a refusal: an unknown one was removed elsewhere.
    onSettled: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}
