import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '@/api/client';
import { clearTokens, readTokens } from '@/api/session';

/** Ends the session here and on the server, then opens the login page. */
export function useLogout() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const tokens = readTokens();
      if (tokens === null) return;
      // Logging out must work without a network; the server then ends the session when it expires.
      await api
        .POST('/api/users/logout/', { body: { refresh_token: tokens.refresh_token } })
        .catch(() => undefined);
    },
    onSettled: () => {
      clearTokens();
      return navigate({ to: '/login' });
    },
  });
}
