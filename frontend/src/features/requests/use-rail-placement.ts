import { useState } from 'react';
import type { Group } from '@/api/reservation-types';

type Place = 'on' | 'off';
type Placement = {
  of: string;
  places: ReadonlyMap<number, Place>;
  /** Groups with a higher id came later and wait for a press. */
  newest: number;
  isSettled: boolean;
};

const NOWHERE: Placement = { of: '', places: new Map(), newest: 0, isSettled: false };

/**
 * Splits groups into the two rails and keeps each where it hung first, for as long as `of` stays the same: a
 * ticket that is booked, paused or ended while it is looked at changes in its place and does not jump away, and
 * one that is filed meanwhile waits until it is asked for.
 *
 * `isCurrent`: the server has answered. What it knew by then hangs at once.
 */
export function usePlacement(groups: readonly Group[], of: string, isCurrent: boolean) {
  const [placement, setPlacement] = useState(NOWHERE);
  const known = placement.of === of ? placement : { ...NOWHERE, of };
  const isLater = (group: Group) => known.isSettled && group.group_id > known.newest;
  const missing = groups.filter((group) => !known.places.has(group.group_id) && !isLater(group));
  let { places } = known;
  if (missing.length > 0 || known.isSettled !== (known.isSettled || isCurrent)) {
    places = new Map([
      ...known.places,
      ...missing.map((group) => [group.group_id, placeOf(group)] as const),
    ]);
    const newest = Math.max(known.newest, ...missing.map((group) => group.group_id));
    setPlacement({ of, places, newest, isSettled: known.isSettled || isCurrent });
  }
  const hung = (place: Place) => groups.filter(({ group_id }) => places.get(group_id) === place);
  return {
    on: hung('on'),
    off: hung('off'),
    fresh: groups.filter(isLater).length,
    showFresh: () => {
      setPlacement({ ...placement, isSettled: false });
    },
  };
}

function placeOf(group: Group): Place {
  return group.status === 'active' ? 'on' : 'off';
}
