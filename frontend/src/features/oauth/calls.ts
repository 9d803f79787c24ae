/** Reads a program's authorization request, and sends the user's answer. The query is passed on as the program sent it. */
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { openExternalUrl } from '@/lib/external-url';

export type Authorization = components['schemas']['AuthorizationOut'];
export type Answer = components['schemas']['AuthorizationIn'];

const PATH = '/api/oauth/authorization/';
const sent = (search: string) => () => search.replace(/^\?/, '');

export const authorizationQuery = (search: string) =>
  queryOptions({
    queryKey: ['authorization', search],
    queryFn: ({ signal }) => unwrap(api.GET(PATH, { signal, querySerializer: sent(search) })),
    staleTime: Infinity,
  });

export function useAnswer(search: string) {
  return useMutation({
    mutationFn: (body: Answer) => unwrap(api.POST(PATH, { body, querySerializer: sent(search) })),
    // The code for the program stays out of the mutation cache.
    gcTime: 0,
    onSuccess: ({ redirect }) => {
      openExternalUrl(redirect);
    },
  });
}
