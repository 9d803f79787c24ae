/** The listing's filters in the address, and as parameters of the API. Pure. */
import * as v from 'valibot';
import type { VenueSearch } from '@/api/types';
import { choiceSchema, searchText } from '@/entities/request/choice';

export const PRICES = ['1', '2', '3', '4'] as const;

/** With what is chosen for a request at any of the restaurants. `location-d` is the specification's name for the text typed into the location box. */
export const filtersSchema = v.object({
  query: searchText,
  exact_location: searchText,
  price: v.fallback(v.optional(v.picklist(PRICES)), undefined),
  location: searchText,
  'location-d': searchText,
  ...choiceSchema.entries,
});
export type Filters = v.InferOutput<typeof filtersSchema>;

/** Return the call's parameters. Null without a filter: the plain list is requested then. */
export function toSearch({ query = '', exact_location = '', price }: Filters): VenueSearch | null {
  const name = query.trim();
  const search: VenueSearch = {
    ...(name !== '' && { venue_name: name }),
    ...(exact_location !== '' && { exact_location }),
    ...(price !== undefined && { price }),
  };
  return Object.keys(search).length === 0 ? null : search;
}

/** Return the text of the location box: what was typed, else the address's value. */
export function typedLocation(filters: Filters): string {
  return (filters['location-d'] ?? filters.location ?? '').trim();
}
