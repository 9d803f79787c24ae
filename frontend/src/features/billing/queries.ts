/** The subscription as the server knows it: what is paid for, until when, and which actions it allows. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { meQuery } from '@/api/me';
import type { components } from '@/api/schema.gen';

export type Subscription = components['schemas']['DetailsOut'];
/** One plan with its price and the action of its button. */
export type Offer = components['schemas']['Offer'];

export const SUBSCRIPTION_PATH = '/api/stripe-integration/subscription';

export const subscriptionQuery = queryOptions({
  // Below `me`: what invalidates the user, such as a notice about the plan, invalidates this too.
  queryKey: [...meQuery.queryKey, 'subscription'],
  queryFn: ({ signal }) =>
    unwrap(api.GET(`${SUBSCRIPTION_PATH}/subscription-details/`, { signal })),
});

/** The sentence of the cancel dialog. Requested each time: the date changes with every renewal. */
export const accessEndQuery = queryOptions({
  queryKey: [...subscriptionQuery.queryKey, 'access-end'],
  queryFn: ({ signal }) => unwrap(api.GET(`${SUBSCRIPTION_PATH}/access-end-date/`, { signal })),
  staleTime: 0,
  gcTime: 0,
});
