import { useState } from 'react';
import type { Group } from '@/api/reservation-types';
import { nextPlace, SECTIONS, type Place, type Section } from './sections';

type Placement = {
  of: string;
  places: ReadonlyMap<number, Place>;
  /** Groups that were booked and moved to the tables while the page was open, the newest last. */
  moved: readonly number[];
  /** Groups with a higher id arrived later and wait for a click. */
  newest: number;
  isSettled: boolean;
};

const EMPTY: Placement = {
  of: '',
  places: new Map(),
  moved: [],
  newest: 0,
  isSettled: false,
};

/**
 * Splits groups into the sections. A group keeps its place while `of` is the same: a ticket that is paused or ended does
 * not move while the user looks at it, and a new request waits for a click. Only a table moves to the tables at once.
 *
 * `isCurrent`: the server has answered; what it returned is placed at once.
 */
export function useSectionPlacement(groups: readonly Group[], of: string, isCurrent: boolean) {
  const [placement, setPlacement] = useState(EMPTY);
  const [now] = useState(Date.now);
  const known = placement.of === of ? placement : { ...EMPTY, of };
  const isLater = (group: Group) => known.isSettled && group.group_id > known.newest;

  const changed = groups.flatMap((group) => {
    const before = known.places.get(group.group_id);
    const place = nextPlace(before, group, now);
    return place === before || isLater(group) ? [] : [{ id: group.group_id, place, before }];
  });
  let next = known;
  if (changed.length > 0) {
    next = {
      ...known,
      places: new Map([...known.places, ...changed.map(({ id, place }) => [id, place] as const)]),
      moved: [
        ...known.moved,
        ...changed.flatMap(({ id, before }) => (before === undefined ? [] : [id])),
      ],
      newest: Math.max(known.newest, ...changed.map(({ id }) => id)),
    };
  }
  const sections = SECTIONS.map((section) => ({
    section,
    groups: inSection(section, groups, next.places),
  }));
  if (isCurrent && !known.isSettled) next = { ...next, isSettled: true };
  if (next !== placement) setPlacement(next);

  return {
    sections,
    moved: next.moved,
    newCount: groups.filter(isLater).length,
    showNew: () => {
      setPlacement({ ...placement, isSettled: false });
    },
  };
}

function inSection(
  section: Section,
  groups: readonly Group[],
  places: ReadonlyMap<number, Place>,
): Group[] {
  const rankOf = ({ group_id }: Group) => places.get(group_id)?.rank ?? '';
  // Ranks are ISO dates. localeCompare would load the browser's collation data before the first ticket.
  const order = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return groups
    .filter(({ group_id }) => places.get(group_id)?.section === section)
    .sort((a, b) => order(rankOf(a), rankOf(b)));
}
