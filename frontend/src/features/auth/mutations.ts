/** Login, sign-up, password reset and email links. The pages decide what follows on screen. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError } from '@/api/errors';
import { meQuery } from '@/api/me';
import { clearTokens, readTokens, saveTokens } from '@/api/session';
import type { RegisterBody } from '@/api/types';

export function useLogin() {
  return useMutation({
    mutationFn: async (body: { email: string; password: string }) => {
      const answer = await unwrap(api.POST('/api/users/login/', { body }));
      saveTokens(answer.user);
      return answer;
    },
  });
}

export function useRegister() {
  return useMutation({
    mutationFn: async (body: RegisterBody) => {
      const answer = await unwrap(api.POST('/api/users/register/', { body }));
      saveTokens(answer.user);
      return answer;
    },
  });
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (body: { email: string }) =>
      unwrap(api.POST('/api/users/request_password_reset/', { body })),
  });
}

/** Set a new password with the emailed link. Every device is signed out, this one too. */
export function useSetPassword({ token, uid }: { token: string; uid: string }) {
  return useMutation({
    mutationFn: (body: { password: string }) =>
      unwrap(
        api.POST('/api/users/verify_reset_password/', { params: { query: { token, uid } }, body }),
      ),
  });
}

export type LinkPurpose = 'confirm' | 'revert';

/** Do what an emailed link is for. The server refuses a link of another account than the signed-in one. */
export function useEmailLink(purpose: LinkPurpose) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string }) =>
      unwrap(
        purpose === 'confirm'
          ? api.POST('/api/users/email/confirm/', { body })
          : api.POST('/api/users/email/revert/', { body }),
      ),
    // After a 401 the ended session is gone; the link needs none.
    retry: (failures, error) => failures === 0 && error instanceof ApiError && error.status === 401,
    retryDelay: 0,
    onSuccess: async () => {
      // The server has ended every session, so the saved tokens are worthless.
      if (purpose === 'revert') clearTokens();
      else if (readTokens() !== null) await queryClient.invalidateQueries(meQuery);
    },
  });
}

/** Whether another click cannot help: the link is used, expired, replaced or for another account. */
export function isUnusableLink(error: unknown): boolean {
  return error instanceof ApiError && [400, 403, 409, 422].includes(error.status);
}
