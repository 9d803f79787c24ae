/** One request as a row: for long lists, and for phones. A press opens its timeline, which has everything else. */
import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { IconButton } from '@/ui/button';
import { useMinute } from '@/lib/relative-time';
import { NextStep } from '@/entities/request/actions/ticket-actions';
import { ticketState } from '@/entities/request/group-state';
import { coverVenues, groupTitle } from '@/entities/request/group-title';
import { useNotes } from '@/entities/request/live-notes';
import { messages } from '@/entities/request/messages';
import { Cover } from '@/entities/venue/cover';
import { STATUS } from '@/entities/request/status';
import { StatusIcon } from '@/entities/request/status-icon';
import { ticketHead } from '@/entities/request/ticket/ticket-head';
import { orderRows, statusLabel } from '@/entities/request/ticket/ticket-text';
import { Behalf } from './behalf';
import { StatusTime } from './status-time';
import type { TicketProps } from './ticket';
import { TicketTitle } from './ticket-title';

export const RequestRow = memo(function RequestRow(props: TicketProps) {
  const { group, isConcierge, isOpen, onAction } = props;
  const notes = useNotes(group.group_id);
  const now = useMinute();
  const state = ticketState(group);
  const titleId = `ticket-${group.group_id}`;
  return (
    <article
      className="request-row"
      data-tone={STATUS[state].tone}
      data-group-id={group.group_id}
      data-status={group.status}
      data-open={isOpen || undefined}
      aria-labelledby={titleId}
    >
      <StatusIcon state={state} />
      <div className="request-row-what">
        <TicketTitle group={group} id={titleId} />
        {isConcierge && <Behalf group={group} />}
      </div>
      <div className="covers">
        {coverVenues(group).map((venue) => (
          <Cover key={venue.id} venue={venue} />
        ))}
      </div>
      <p className="request-row-when">
        {orderRows(group)
          .filter(({ term }) => term === 'DATE' || term === 'TIME')
          .map(({ text }) => text)
          .join(' · ')}
      </p>
      <p className="request-row-state">
        {/* When the book opens is said by the head of a ticket. */}
        <b>{state === 'armed' ? ticketHead(group, now) : statusLabel(group, state)}</b>{' '}
        <StatusTime group={group} state={state} notes={notes} />
      </p>
      <div className="request-row-next">
        <NextStep group={group} state={state} />
      </div>
      <IconButton
        className="request-row-open"
        label={`${messages.timeline} ${messages.ofRequest(groupTitle(group))}`}
        id={`timeline-of-${group.group_id}`}
        aria-expanded={isOpen}
        onClick={() => {
          onAction('timeline', group);
        }}
      >
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </article>
  );
});
