import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError } from '@/api/errors';
import { meQuery } from '@/api/me';

/** For the `onError` of a confirmation: a 409 means that it was confirmed elsewhere, so the user is loaded again. */
export function useRenewUser() {
  const queryClient = useQueryClient();
  return (error: unknown) =>
    error instanceof ApiError && error.status === 409
      ? queryClient.invalidateQueries(meQuery)
      : undefined;
}

/** Send another link that confirms the email address. The server sends one an hour. */
export function useResendLink() {
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/users/email/resend/')),
    onError: useRenewUser(),
  });
}
