/** The client book as the server searches it: names, contacts and masks of cards. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';

export const clientKeys = { all: ['clients'] as const };

export const bookQuery = (search: string) =>
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
