/** The signed-in user: tier, entitlements and connected accounts, read by every feature. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from './client';
import { isVisitor } from './session';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/users/me/', { signal })),
  staleTime: 60_000,
  // On a public page.
  enabled: () => !isVisitor(),
});
