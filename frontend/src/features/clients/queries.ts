/** The address book as searched by the server: names, contacts and masked cards. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';

export const clientKeys = { all: ['clients'] as const };

/** One page of 50 clients. */
export const addressBookQuery = (search: string, page = 1) =>
  queryOptions({
    queryKey: [...clientKeys.all, 'book', search, page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/clients/', {
          params: {
            query: {
              saved: true,
              ...(search === '' ? {} : { search }),
              ...(page === 1 ? {} : { page }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
