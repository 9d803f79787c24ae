/** The address book as searched by the server: names, contacts and masked cards. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';

export const clientKeys = { all: ['clients'] as const };

export const addressBookQuery = (search: string) =>
  queryOptions({
    queryKey: [...clientKeys.all, 'book', search],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/clients/', {
          params: { query: { saved: true, ...(search === '' ? {} : { search }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
