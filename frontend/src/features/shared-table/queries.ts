/** The table behind a link for guests. The call needs no session. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type SharedTable = components['schemas']['SharedTableOut'];

export const sharedTableQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-table', token],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/public/table/', { params: { query: { token } }, signal })),
    enabled: token !== '',
    gcTime: 0,
  });

/** The address of the table's calendar file, which phones open in their calendar. */
export const calendarPath = (token: string) =>
  `/api/public/table/calendar/?${new URLSearchParams({ token }).toString()}`;
