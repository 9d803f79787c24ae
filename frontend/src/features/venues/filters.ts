/** The listing's filters in the address, and as parameters of the API. Pure. */
import * as v from 'valibot';
import type { VenueSearch } from '@/api/types';

export const PRICES = ['1', '2', '3', '4'] as const;

/** `location-d` is the specification's name for the text typed into the location box. */
export const filtersSchema = v.object({
  query: v.fallback(v.optional(v.string()), undefined),
  exact_location: v.fallback(v.optional(v.string()), undefined),
  price: v.fallback(v.optional(v.picklist(PRICES)), undefined),
  location: v.fallback(v.optional(v.string()), undefined),
  'location-d': v.fallback(v.optional(v.string()), undefined),
});
export type Filters = v.InferOutput<typeof filtersSchema>;

/** Return the call's parameters. Null without a filter: the plain list is requested then. */
export function toSearch(filters: Filters): VenueSearch | null {
  const search: VenueSearch = {};
  const name = filters.query?.trim();
  if (name !== undefined && name !== '') search.venue_name = name;
  if (filters.exact_location !== undefined && filters.exact_location !== '') {
    search.exact_location = filters.exact_location;
  }
  if (filters.price !== undefined) search.price = filters.price;
  return Object.keys(search).length === 0 ? null : search;
}

/** Return the text of the location box: what was typed, else the address's value. */
export function typedLocation(filters: Filters): string {
  return (filters['location-d'] ?? filters.location ?? '').trim();
}
