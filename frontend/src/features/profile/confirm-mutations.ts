/** The calls that confirm a phone. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { meQuery } from '@/api/me';
import { useRenewUser } from '@/entities/user/email/use-resend-link';

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
