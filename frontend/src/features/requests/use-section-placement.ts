import { useState } from 'react';
import type { Group } from '@/api/reservation-types';
import { placeOf, type Place, type Section } from './sections';

type Placement = {
  of: string;
  places: ReadonlyMap<number, Place>;
  /** Groups with a higher id arrived later and wait for a click. */
  newest: number;
  isSettled: boolean;
};

const EMPTY: Placement = { of: '', places: new Map(), newest: 0, isSettled: false };

/**
 * Splits groups into the sections. A group keeps its place while `of` is the same, so a ticket that is booked, paused or
 * ended does not move while the user looks at it, and a new request waits for a click.
 *
 * `isCurrent`: the server has answered; what it returned is placed at once.
 */
export function useSectionPlacement(groups: readonly Group[], of: string, isCurrent: boolean) {
  const [placement, setPlacement] = useState(EMPTY);
  const [now] = useState(Date.now);
  const known = placement.of === of ? placement : { ...EMPTY, of };
  const isLater = (group: Group) => known.isSettled && group.group_id > known.newest;
  const missing = groups.filter((group) => !known.places.has(group.group_id) && !isLater(group));
  let { places } = known;
  if (missing.length > 0 || known.isSettled !== (known.isSettled || isCurrent)) {
    places = new Map([
      ...known.places,
      ...missing.map((group) => [group.group_id, placeOf(group, now)] as const),
    ]);
    const newest = Math.max(known.newest, ...missing.map((group) => group.group_id));
    setPlacement({ of, places, newest, isSettled: known.isSettled || isCurrent });
  }
  const rankOf = ({ group_id }: Group) => places.get(group_id)?.rank ?? '';
  return {
    groupsIn: (section: Section) =>
      groups
        .filter(({ group_id }) => places.get(group_id)?.section === section)
        .sort((a, b) => rankOf(a).localeCompare(rankOf(b))),
    newCount: groups.filter(isLater).length,
    showNew: () => {
      setPlacement({ ...placement, isSettled: false });
    },
  };
}
