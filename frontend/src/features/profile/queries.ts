import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type Session = components['schemas']['SessionOut'];
export type Preferences = components['schemas']['NotificationsOut'];

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/users/sessions/', { signal })),
});

export type CalendarAddress = components['schemas']['CalendarAddressOut'];

export const calendarQuery = queryOptions({
  queryKey: ['calendar-address'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/calendar/', { signal })),
});

export type KeptTable = components['schemas']['KeptTable'];

/** The tables that stay booked when the account is closed. Read each time that the dialog opens. */
export const keptTablesQuery = queryOptions({
  queryKey: ['kept-tables'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/reservations/kept-tables/', { signal })),
  staleTime: 0,
  gcTime: 0,
});

export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/users/notifications/', { signal })),
});
