/** Connecting and disconnecting accounts. Both change who the user is, so both refresh it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { meQuery } from '@/api/me';
import type { ReservationSource } from '@/api/types';
import { phoneOf, type SentCode } from './code-store';
import type { PhoneLogin } from './schema';

export function useConnectResy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      unwrap(api.POST('/api/resy/login/', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
}

/** Lets OpenTable send a code. Sent again, another one is on its way. */
export function useSendCode() {
  return useMutation({
    mutationFn: ({ countryCode, phone }: PhoneLogin) =>
      unwrap(api.POST('/api/opentable/phone_login/', { body: { phone: countryCode + phone } })),
  });
}

export function useConfirmCode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ code, sent }: { code: string; sent: SentCode }) =>
      unwrap(
        api.POST('/api/opentable/verify_phone_2fa/', {
          body: { code, correlation_id: sent.correlationId, phone: phoneOf(sent.message) },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
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
