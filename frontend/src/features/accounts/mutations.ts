/**
 * Connecting and disconnecting accounts. Both change who the user is, so both refresh it.
 *
 * What is told afterwards is the mutation's own: callbacks of `mutate` are dropped once the form is gone, and the news
 * that an account is connected may take the form off the page.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { meQuery } from '@/api/me';
import type { ReservationSource } from '@/api/types';
import { phoneOf, type SentCode } from './saved-code-request';
import type { PhoneLogin, ResyLogin } from './schema';

type Told = { onSuccess: () => void; onError: (error: Error) => void };

export function useConnectResy({ onSuccess, onError }: Told) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ResyLogin) => unwrap(api.POST('/api/resy/login/', { body })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      onSuccess();
    },
    onError,
  });
}

/** Lets OpenTable send a code. Sent again, another one is on its way. */
export function useSendCode({
  onSuccess,
  onError,
}: Omit<Told, 'onSuccess'> & { onSuccess: (sent: SentCode) => void }) {
  return useMutation({
    mutationFn: ({ countryCode, phone }: PhoneLogin) =>
      unwrap(api.POST('/api/opentable/phone_login/', { body: { phone: countryCode + phone } })),
    onSuccess: ({ message, correlation_id }, login) => {
      onSuccess({ ...login, message, correlationId: correlation_id, sentAt: Date.now() });
    },
    onError,
  });
}

export function useConfirmCode({ onSuccess, onError }: Told) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ code, sent }: { code: string; sent: SentCode }) =>
      unwrap(
        api.POST('/api/opentable/verify_phone_2fa/', {
          body: { code, correlation_id: sent.correlationId, phone: phoneOf(sent.message) },
        }),
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      onSuccess();
    },
    onError,
  });
}

const LOGOUT = {
  resy: '/api/resy/logout/',
  opentable: '/api/opentable/logout/',
} as const satisfies Record<ReservationSource, string>;

export function useDisconnect(source: ReservationSource) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (accountId: number) => unwrap(api.POST(LOGOUT[source], { body: { accountId } })),
    // Its requests pause with it, so what is known of them is old as well.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
