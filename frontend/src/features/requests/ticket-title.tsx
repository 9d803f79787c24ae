/** The names on a ticket: as many as fit on three lines, then dots. */
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Group } from '@/api/reservation-types';
import { groupTitle, MAX_TITLE_NAMES, titleNames } from '@/entities/request/group-title';

export function TicketTitle({ group, id }: { group: Group; id: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [most, setMost] = useState(MAX_TITLE_NAMES);
  // The style sheet cuts after the third line and would put its dots after a comma, so names that do not fit are left
  // out here.
  const isList = titleNames(group).length > 1;
  useLayoutEffect(() => {
    // Reading the height forces a layout of the page, so it is read only where a title may be long.
    if (!isList) return;
    const { scrollHeight = 0, clientHeight = 0 } = heading.current ?? {};
    if (scrollHeight > clientHeight && most > 1) setMost(most - 1);
  }, [most, group, isList]);
  return (
    <h3 ref={heading} id={id}>
      <Link to="/reservations" search={(now) => ({ ...now, open: String(group.group_id) })}>
        {groupTitle(group, most)}
      </Link>
    </h3>
  );
}
