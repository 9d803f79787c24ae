/**
 * The venues selected so far, from the listing's cards to the request form. Kept in session storage: they survive a
 * reload, and each tab has its own. Checks no tier: the caller has checked the gates.
 */
import { useSyncExternalStore } from 'react';
import { createListeners } from '@/lib/listeners';
import type { Venue } from '@/api/types';

/** What a selected venue needs to be shown and sent without another call. */
export type SelectedVenue = {
  id: number;
  venue_id: number;
  venue_name: string;
  neighborhood: string;
  locality: string;
  price: number;
  cover_image_url: string | null;
  cover_art: { seed: number; cuisine: string } | null;
  reservation_source: Venue['reservation_source'];
  premium: boolean;
  seating_types: string;
  /** The seating chosen in the form, sent as `table_type`; absent means any. */
  selectedSittingOption?: string;
  /** Further accepted seatings after the first one, in order of preference. */
  otherSittingOptions?: readonly string[];
};

const KEY = 'selected-venues';
const NONE: readonly SelectedVenue[] = [];
const { notify, subscribe } = createListeners();
let venues: readonly SelectedVenue[] = load();

export const selection = {
  get: (): readonly SelectedVenue[] => venues,
  has: (id: number): boolean => venues.some((venue) => venue.id === id),
  toggle(venue: SelectedVenue): void {
    if (selection.has(venue.id)) selection.remove(venue.id);
    else write([...venues, venue]);
  },
  /** Add the venue. If there would be more than `max`, drop the oldest. */
  add(venue: SelectedVenue, max: number): void {
    const isThere = selection.has(venue.id);
    const next = venues.map((chosen) => (chosen.id === venue.id ? venue : chosen));
    write((isThere ? next : [...next, venue]).slice(-Math.max(1, max)));
  },
  remove(id: number): void {
    write(venues.filter((venue) => venue.id !== id));
  },
  /** The seatings in order of preference; none means any. */
  setSeatings(id: number, seatings: readonly string[]): void {
    write(venues.map((venue) => (venue.id === id ? withSeatings(venue, seatings) : venue)));
  },
  replace(next: readonly SelectedVenue[]): void {
    write(next);
  },
  clear(): void {
    write(NONE);
  },
};

export function useSelection(): readonly SelectedVenue[] {
  return useSyncExternalStore(subscribe, selection.get);
}

/** Copy only the fields above: a venue of the API has more than belongs in storage. */
export function toSelected(venue: SelectedVenue): SelectedVenue {
  const { id, venue_id, venue_name, neighborhood, locality, price } = venue;
  const { cover_image_url, cover_art, reservation_source, premium, seating_types } = venue;
  return {
    id,
    venue_id,
    venue_name,
    neighborhood,
    locality,
    price,
    cover_image_url,
    cover_art,
    reservation_source,
    premium,
    seating_types,
  };
}

/** Copy the fields of a venue that the form stores. The seatings are in order of preference. */
export function withSeatings(venue: SelectedVenue, seatings: readonly string[]): SelectedVenue {
  const [first, ...others] = seatings;
  const plain = toSelected(venue);
  if (first === undefined) return plain;
  const preferred = { ...plain, selectedSittingOption: first };
  return others.length === 0 ? preferred : { ...preferred, otherSittingOptions: others };
}

/** The seatings in order of preference; none means any. */
export function seatingsOf(
  venue: Pick<SelectedVenue, 'selectedSittingOption' | 'otherSittingOptions'>,
): string[] {
  const { selectedSittingOption, otherSittingOptions = [] } = venue;
  return selectedSittingOption === undefined ? [] : [selectedSittingOption, ...otherSittingOptions];
}

function write(next: readonly SelectedVenue[]): void {
  venues = next;
  sessionStorage.setItem(KEY, JSON.stringify(next));
  notify();
}

function load(): readonly SelectedVenue[] {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(saved) ? saved.filter(isSelected) : NONE;
  } catch {
    return NONE;
  }
}

function isSelected(value: unknown): value is SelectedVenue {
  return typeof value === 'object' && value !== null && 'id' in value && 'venue_name' in value;
}
