import { useState } from 'react';
import type { Group } from '@/api/reservation-types';

type Place = 'on' | 'off';
type Placement = { of: string; places: ReadonlyMap<number, Place> };

/**
 * Splits groups into the two rails and keeps each where it hung first, for as long as `of` stays the same: a
 * ticket that is booked, paused or ended while it is looked at changes in its place and does not jump away.
 */
export function usePlacement(groups: readonly Group[], of: string): { on: Group[]; off: Group[] } {
  const [placement, setPlacement] = useState<Placement>({ of, places: new Map() });
  const known = placement.of === of ? placement.places : new Map<number, Place>();
  const missing = groups.filter((group) => !known.has(group.group_id));
  let places = known;
  if (missing.length > 0 || placement.of !== of) {
    places = new Map([
      ...known,
      ...missing.map((group) => [group.group_id, placeOf(group)] as const),
    ]);
    setPlacement({ of, places });
  }
  return {
    on: groups.filter((group) => places.get(group.group_id) === 'on'),
    off: groups.filter((group) => places.get(group.group_id) === 'off'),
  };
}

function placeOf(group: Group): Place {
  return group.status === 'active' ? 'on' : 'off';
}
