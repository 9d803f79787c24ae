/** Connecting and disconnecting a Resy account. Both change who the user is, so both refresh it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { meQuery } from '@/api/me';

export function useConnectResy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      unwrap(api.POST('/api/resy/login/', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
}

export function useDisconnectResy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (accountId: number) =>
      unwrap(api.POST('/api/resy/logout/', { body: { accountId } })),
    // Its requests pause with it, so what is known of them is old as well.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
