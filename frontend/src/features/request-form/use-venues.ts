/** The restaurants of the request form: the listing's selection, or a group's own while it is edited. */
import { useEffect, useState } from 'react';
import type { Venue } from '@/api/types';
import {
  selection,
  toSelected,
  useSelection,
  type SelectedVenue,
} from '@/entities/venue/selection';

export type VenueControl = {
  venues: readonly SelectedVenue[];
  /** Add the venue, or change the seating of one that is there; undefined is any. */
  add: (venue: Venue, seating: string | undefined) => void;
  remove: (id: number) => void;
  clear: () => void;
};

/** The selection, cut to what the tier allows: it may have been made under another tier. */
export function useSelectedVenues(max: number): VenueControl {
  const venues = useSelection();
  const isTooMany = venues.length > max;
  useEffect(() => {
    if (isTooMany) selection.replace(selection.get().slice(-max));
  }, [isTooMany, max]);
  return {
    venues,
    add: (venue, seating) => {
      selection.add(toSelected(venue), max);
      selection.setSeating(venue.id, seating);
    },
    remove: (id) => {
      selection.remove(id);
    },
    clear: () => {
      selection.clear();
    },
  };
}

/** Separate from the selection, which stays for the next new request. */
export function useEditedVenues(initial: readonly SelectedVenue[], max: number): VenueControl {
  const [venues, setVenues] = useState(() => initial.slice(-max));
  return {
    venues,
    add: (venue, seating) => {
      setVenues((now) =>
        [...now.filter(({ id }) => id !== venue.id), withSeating(venue, seating)].slice(-max),
      );
    },
    remove: (id) => {
      setVenues((now) => now.filter((venue) => venue.id !== id));
    },
    clear: () => {
      setVenues([]);
    },
  };
}

/** Copy what the form keeps of a venue, with the preferred seating. */
export function withSeating(venue: SelectedVenue, seating: string | undefined): SelectedVenue {
  const plain = toSelected(venue);
  return seating === undefined ? plain : { ...plain, selectedSittingOption: seating };
}
