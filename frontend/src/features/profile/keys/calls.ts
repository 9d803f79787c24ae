/** Reads, makes and revokes the user's API keys. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { toast } from '@/ui/toast';

export type ApiKey = components['schemas']['KeyOut'];
export type NewApiKey = components['schemas']['NewKeyOut'];
export type KeyForm = components['schemas']['KeyIn'];

export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/keys/', { signal })),
});

export function useCreateKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: KeyForm) => unwrap(api.POST('/api/keys/', { body })),
    // The key itself stays out of the query cache and of the mutation cache.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
}

export function useRevokeKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE('/api/keys/{key_id}/', { params: { path: { key_id: id } } })),
    onSuccess: ({ message }, id) => {
      queryClient.setQueryData(keysQuery.queryKey, (keys) => keys?.filter((key) => key.id !== id));
      toast({ title: message, tone: 'confirmed', shownBy: ['[data-shows="api-keys"]'] });
    },
    // Also after a refusal: an unknown key was revoked elsewhere.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
}
