import { useState } from 'react';
import type { Group } from '@/api/reservation-types';

type Rail = 'active' | 'others';
type Placement = {
  of: string;
  rails: ReadonlyMap<number, Rail>;
  /** Groups with a higher id arrived later and wait for a click. */
  newest: number;
  isSettled: boolean;
};

const EMPTY: Placement = { of: '', rails: new Map(), newest: 0, isSettled: false };

/**
 * Splits groups into the two rails. A group keeps its rail while `of` is the same, so a ticket that is booked, paused
 * or ended does not move while the user looks at it, and a new request waits for a click.
 *
 * `isCurrent`: the server has answered; what it returned is placed at once.
 */
export function useRailPlacement(groups: readonly Group[], of: string, isCurrent: boolean) {
  const [placement, setPlacement] = useState(EMPTY);
  const known = placement.of === of ? placement : { ...EMPTY, of };
  const isLater = (group: Group) => known.isSettled && group.group_id > known.newest;
  const missing = groups.filter((group) => !known.rails.has(group.group_id) && !isLater(group));
  let { rails } = known;
  if (missing.length > 0 || known.isSettled !== (known.isSettled || isCurrent)) {
    rails = new Map([
      ...known.rails,
      ...missing.map((group) => [group.group_id, railOf(group)] as const),
    ]);
    const newest = Math.max(known.newest, ...missing.map((group) => group.group_id));
    setPlacement({ of, rails, newest, isSettled: known.isSettled || isCurrent });
  }
  const groupsOn = (rail: Rail) => groups.filter(({ group_id }) => rails.get(group_id) === rail);
  return {
    active: groupsOn('active'),
    others: groupsOn('others'),
    newCount: groups.filter(isLater).length,
    showNew: () => {
      setPlacement({ ...placement, isSettled: false });
    },
  };
}

function railOf(group: Group): Rail {
  return group.status === 'active' ? 'active' : 'others';
}
