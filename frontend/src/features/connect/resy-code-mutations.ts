/** Signing in to Resy by code, in up to three steps. The code's form loads them. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { meQuery } from '@/api/me';
import type { ResyCodeConfirmed } from '@/api/types';
import type { Callbacks } from './mutations';
import type { CodeAddress, ResyCodeRequest } from './saved-code-request';

type ChallengeAnswers = { correlationId: string; answers: Record<string, string> };

/** Ask Resy to send a code; a second call sends another one. */
export function useSendResyCode({
  onSuccess,
}: {
  onSuccess: (request: ResyCodeRequest, message: string) => void;
}) {
  return useMutation({
    mutationFn: (to: CodeAddress) =>
      unwrap(
        api.POST('/api/resy/send_code/', {
          body: 'email' in to ? to : { phone: to.countryCode + to.phone },
        }),
      ),
    onSuccess: ({ message, correlation_id }, to) => {
      onSuccess(
        { correlationId: correlation_id, to, sentAt: Date.now(), challenge: null },
        message,
      );
    },
  });
}

/** Confirm a code; Resy may ask for more before the account is connected. */
export function useConfirmResyCode({
  onSuccess,
  onError,
}: Omit<Callbacks, 'onSuccess'> & {
  onSuccess: (confirmed: ResyCodeConfirmed) => void;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ code, correlationId }: { code: string; correlationId: string }) =>
      unwrap(
        api.POST('/api/resy/confirm_code/', { body: { code, correlation_id: correlationId } }),
      ),
    onSuccess: async (confirmed) => {
      if (confirmed.account !== null) {
        await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      }
      onSuccess(confirmed);
    },
    onError,
  });
}

export function useAnswerChallenge({ onSuccess, onError }: Callbacks) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ correlationId, answers }: ChallengeAnswers) =>
      unwrap(
        api.POST('/api/resy/answer_challenge/', {
          body: { correlation_id: correlationId, answers },
        }),
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      onSuccess();
    },
    onError,
  });
}
