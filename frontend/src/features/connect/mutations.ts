/**
 * Connecting and disconnecting accounts. Both change the user, so both reload it.
 *
 * The toasts belong to the mutation: callbacks of `mutate` are dropped when the form unmounts, which a live event
 * about the new account may cause.
 */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { meQuery } from '@/api/me';
import {
  answerChallenge,
  confirmCode,
  connectWithPassword,
  disconnect,
  sendCode,
  type Challenge,
} from '@/entities/platform/wire-calls';
import type { CodeAddress, CodeRequest } from './saved-code-request';

type Callbacks<T> = { onSuccess: (answer: T) => void; onError: (error: Error) => void };

export function useConnect(platform: string, { onSuccess, onError }: Callbacks<void>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (login: { email: string; password: string }) =>
      connectWithPassword(platform, login),
    onSuccess: async () => {
      await reloadUser(queryClient);
      onSuccess();
    },
    onError,
  });
}

/** Ask the platform to send a code; a second call sends another one. */
export function useSendCode(platform: string, { onSuccess, onError }: Callbacks<CodeRequest>) {
  return useMutation({
    mutationFn: (to: CodeAddress) =>
      sendCode(platform, 'email' in to ? to : { phone: to.countryCode + to.phone }),
    onSuccess: (sent, to) => {
      onSuccess({ ...sent, to, sentAt: Date.now(), challenge: null });
    },
    onError,
  });
}

/** Confirm a code; the platform may ask for more before the account is connected. */
export function useConfirmCode(
  platform: string,
  { onSuccess, onError }: Callbacks<Challenge | null>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (entered: { code: string; sent: CodeRequest }) => confirmCode(platform, entered),
    onSuccess: async (challenge) => {
      if (challenge === null) await reloadUser(queryClient);
      onSuccess(challenge);
    },
    onError,
  });
}

export function useAnswerChallenge(platform: string, { onSuccess, onError }: Callbacks<void>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { correlation_id: string; answers: Record<string, string> }) =>
      answerChallenge(platform, body),
    onSuccess: async () => {
      await reloadUser(queryClient);
      onSuccess();
    },
    onError,
  });
}

export function useDisconnect(platform: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (accountId: number) => disconnect(platform, accountId),
    // Its requests pause with it, so their cached state is stale.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

function reloadUser(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}
