/**
 * Connecting and disconnecting accounts. Both change the user, so both reload it.
 *
 * The toasts belong to the mutation: callbacks of `mutate` are dropped when the form unmounts, which a live event
 * about the new account may cause.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { meQuery } from '@/api/me';
import type { ReservationSource } from '@/api/types';
import { phoneOf, type CodeRequest } from './saved-code-request';
import type { PhoneLogin, ResyLogin } from './schema';

export type Callbacks = { onSuccess: () => void; onError: (error: Error) => void };

export function useConnectResy({ onSuccess, onError }: Callbacks) {
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

/** Ask OpenTable to send a code; a second call sends another one. */
export function useSendCode({
  onSuccess,
  onError,
}: Omit<Callbacks, 'onSuccess'> & { onSuccess: (sent: CodeRequest) => void }) {
  return useMutation({
    mutationFn: ({ countryCode, phone }: PhoneLogin) =>
      unwrap(api.POST('/api/opentable/phone_login/', { body: { phone: countryCode + phone } })),
    onSuccess: ({ message, correlation_id }, login) => {
      onSuccess({ ...login, message, correlationId: correlation_id, sentAt: Date.now() });
    },
    onError,
  });
}

export function useConfirmCode({ onSuccess, onError }: Callbacks) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ code, sent }: { code: string; sent: CodeRequest }) =>
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
    // Its requests pause with it, so their cached state is stale.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
