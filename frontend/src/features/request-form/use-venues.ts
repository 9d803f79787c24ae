/** The restaurants of the request form: the listing's selection, or a group's own while it is edited. */
import { useEffect, useState } from 'react';
import { moved } from '@/lib/moved';
import {
  selection,
  useSelection,
  withSeatings,
  type SelectedVenue,
} from '@/entities/venue/selection';

export type VenueControl = {
  venues: readonly SelectedVenue[];
  /** Add the venue, or change the seatings of a chosen venue. An empty list means any seating. */
  add: (venue: SelectedVenue, seatings: readonly string[]) => void;
  /** Put a venue in the place of another. */
  replace: (id: number, venue: SelectedVenue, seatings: readonly string[]) => void;
  /** Move a venue to another place in the user's order. */
  move: (from: number, to: number) => void;
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
    add: (venue, seatings) => {
      selection.add(withSeatings(venue, seatings), max);
    },
    replace: (id, venue, seatings) => {
      selection.replace(replaced(selection.get(), id, withSeatings(venue, seatings)));
    },
    move: (from, to) => {
      selection.replace(moved(selection.get(), from, to));
    },
    remove: (id) => {
      selection.remove(id);
    },
    clear: () => {
      selection.clear();
    },
  };
}

/** Separate from the selection, which stays for the next new request. The first `max` restaurants are kept. */
export function useEditedVenues(initial: readonly SelectedVenue[], max: number): VenueControl {
  const [venues, setVenues] = useState(() => initial.slice(0, max));
  return {
    venues,
    add: (venue, seatings) => {
      const added = withSeatings(venue, seatings);
      setVenues((now) =>
        now.some(({ id }) => id === venue.id)
          ? now.map((chosen) => (chosen.id === venue.id ? added : chosen))
          : [...now, added].slice(-max),
      );
    },
    replace: (id, venue, seatings) => {
      setVenues((now) => replaced(now, id, withSeatings(venue, seatings)));
    },
    move: (from, to) => {
      setVenues((now) => moved(now, from, to));
    },
    remove: (id) => {
      setVenues((now) => now.filter((venue) => venue.id !== id));
    },
    clear: () => {
      setVenues([]);
    },
  };
}

/** A venue that is in the list already only leaves its old place. */
function replaced(
  venues: readonly SelectedVenue[],
  id: number,
  venue: SelectedVenue,
): SelectedVenue[] {
  return venues
    .filter((chosen) => chosen.id === id || chosen.id !== venue.id)
    .map((chosen) => (chosen.id === id ? venue : chosen));
}
