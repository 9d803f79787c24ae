/** What is changed about oneself. What each says on screen is the component's own business. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import { toast } from '@/ui/toast';
import { type Preferences, preferencesQuery, sessionsQuery } from './queries';
import type { PersonChanges } from './schema';

export function useSavePerson() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PersonChanges) => unwrap(api.PATCH('/api/users/me/', { body })),
    onSuccess: (user) => {
      queryClient.setQueryData(meQuery.queryKey, user);
    },
  });
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { old_password: string; new_password: string }) =>
      unwrap(api.POST('/api/users/change_password/', { body })),
    // Every other device was signed out with it.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Signs one device out, or with `others` all but this one. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: { id: string } | 'others') =>
      which === 'others'
        ? unwrap(api.POST('/api/users/sessions/revoke-others/'))
        : unwrap(
            api.DELETE('/api/users/sessions/{session_id}/', {
              params: { path: { session_id: which.id } },
            }),
          ),
    onSuccess: ({ message }) => {
      toast({ title: message, tone: 'confirmed' });
    },
    onError: (error) => {
      toast({ title: messageOf(error), tone: 'unsuccessful' });
    },
    // Also after a refusal: a device that is unknown was signed out elsewhere.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Shown at once, taken back when the server does not take it. */
export function useSavePreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery;
  return useMutation({
    // One after the other: the last press is what stands.
    scope: { id: 'notifications' },
    mutationFn: (body: Partial<Preferences>) =>
      unwrap(api.PATCH('/api/users/notifications/', { body })),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (known) => known && { ...known, ...change });
    },
    onError: (error) => {
      toast({ title: messageOf(error), tone: 'unsuccessful' });
      return queryClient.invalidateQueries({ queryKey });
    },
  });
}

export function useCloseAccount() {
  return useMutation({
    mutationFn: (body: { password: string }) => unwrap(api.DELETE('/api/users/me/', { body })),
  });
}
