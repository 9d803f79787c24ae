/** The subscription as the server knows it: what is paid for, until when, and what can be done about it. */
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { meQuery } from '@/api/me';
import type { components } from '@/api/schema.gen';

export type Subscription = components['schemas']['DetailsOut'];
/** One plan with its price and what its button does. */
export type Offer = components['schemas']['OfferOut'];

const BASE = '/api/stripe-integration/subscription';

export const subscriptionQuery = queryOptions({
  // Below `me`: whatever makes the user old news (a notice about the plan does) makes this old news too.
  queryKey: [...meQuery.queryKey, 'subscription'],
  queryFn: ({ signal }) => unwrap(api.GET(`${BASE}/subscription-details/`, { signal })),
});

/** The sentence of the cancel dialog. Asked again each time: the date moves with every renewal. */
export const accessEndQuery = queryOptions({
  queryKey: [...subscriptionQuery.queryKey, 'access-end'],
  queryFn: ({ signal }) => unwrap(api.GET(`${BASE}/access-end-date/`, { signal })),
  staleTime: 0,
  gcTime: 0,
});
