/** The timeline of one group as a panel beside the list, on wide screens. */
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '@/ui/button';
import { ticketState } from '@/entities/request/group-state';
import { groupTitle } from '@/entities/request/group-title';
import { TimelineHead } from './timeline-head';
import { TimelineBody, Scroll, type TimelineProps } from './timeline-body';
import { STATUS } from '@/entities/request/status';
import { timelineMessages } from '@/entities/request/ticket/ticket-messages';

/** `takesFocus`: opened by a click, so the focus moves here. */
export function TimelinePanel({ takesFocus, ...props }: TimelineProps & { takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus, props.group.group_id]);
  const { group, onClose } = props;
  return (
    <aside
      className="timeline"
      data-tone={STATUS[ticketState(group)].tone}
      aria-label={timelineMessages.title}
    >
      <TimelineHead group={group}>
        <IconButton label={timelineMessages.close} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </TimelineHead>
      <Scroll>
        <h2 ref={heading} tabIndex={-1}>
          {groupTitle(group)}
        </h2>
        <TimelineBody {...props} />
      </Scroll>
    </aside>
  );
}
