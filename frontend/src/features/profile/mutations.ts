/** The calls that change the user. The components decide what each shows. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import { toast } from '@/ui/toast';
import { CALENDAR } from './messages';
import { calendarQuery, type Preferences, preferencesQuery, sessionsQuery } from './queries';
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
    // The change signs out every other device.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Sign one device out, or with `others` all but this one. */
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
      toast({ title: message, tone: 'confirmed', shownBy: ['[data-shows="sessions"]'] });
    },
    onError: (error) => {
      toast({ title: messageOf(error), tone: 'unsuccessful' });
    },
    // Also after a refusal: an unknown device was signed out elsewhere.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Shown at once and undone after a refusal. */
export function useSavePreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery;
  return useMutation({
    // One after the other, so that the last click wins.
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

export type CalendarAction = 'create' | 'renew' | 'remove';

/** Create the address of the calendar feed, replace it, or remove it. */
export function useChangeCalendar() {
  const queryClient = useQueryClient();
  return useMutation({
    // The calls run one after the other, so that the last answer is the current address.
    scope: { id: 'calendar-address' },
    mutationFn: (action: CalendarAction) => {
      switch (action) {
        case 'create':
          return unwrap(api.POST('/api/calendar/'));
        case 'renew':
          return unwrap(api.POST('/api/calendar/renew/'));
        case 'remove':
          return unwrap(api.DELETE('/api/calendar/'));
      }
    },
    onSuccess: (address, action) => {
      queryClient.setQueryData(calendarQuery.queryKey, address);
      if (action === 'create') return;
      const title = action === 'renew' ? CALENDAR.renewed : CALENDAR.removed;
      toast({ title, tone: 'confirmed' });
    },
    onError: (error) => {
      toast({ title: messageOf(error), tone: 'unsuccessful' });
    },
  });
}

export function useCloseAccount() {
  return useMutation({
    mutationFn: (body: { password: string }) => unwrap(api.DELETE('/api/users/me/', { body })),
  });
}
