/** The calls that confirm an email address or a phone. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError } from '@/api/errors';
import { meQuery } from '@/api/me';

/** A 409 means that it was confirmed elsewhere, so the user is loaded again. */
function useRenewUser() {
  const queryClient = useQueryClient();
  return (error: unknown) =>
    error instanceof ApiError && error.status === 409
      ? queryClient.invalidateQueries(meQuery)
      : undefined;
}

export function useResendLink() {
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/users/email/resend/')),
    onError: useRenewUser(),
  });
}

export function useSendPhoneCode() {
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/users/phone/send_code/')),
    onError: useRenewUser(),
  });
}

export function useConfirmPhone() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { code: string }) => unwrap(api.POST('/api/users/phone/confirm/', { body })),
    onSuccess: () => queryClient.invalidateQueries(meQuery),
    onError: useRenewUser(),
  });
}
