/** One request as a ticket: what was requested, its state, its actions. */
import { memo, useState } from 'react';
import type { Group } from '@/api/reservation-types';
import { Cover } from '@/entities/venue/cover';
import { cn } from '@/lib/cn';
import { formatClock } from '@/lib/format';
import { coverVenues } from '@/entities/request/group-title';
import { ticketState } from '@/entities/request/group-state';
import { SNIPE_TYPE_LABELS } from '@/entities/request/messages';
import { useNotes } from '@/entities/request/live-notes';
import { ReleaseCountdown } from '@/entities/request/release-countdown';
import { STATUS } from '@/entities/request/status';
import { StatusIcon } from '@/entities/request/status-icon';
import { StatusTime } from './status-time';
import { TicketActions, type TicketAction } from '@/entities/request/actions/ticket-actions';
import { TicketTitle } from './ticket-title';
import {
  lastBookedAt,
  ticketNotes,
  orderRows,
  statusLabel,
  type TicketNote,
} from '@/entities/request/ticket-text';

type Props = {
  group: Group;
  limit: number | null;
  isConcierge: boolean;
  /** Its timeline is open beside the list. */
  isOpen: boolean;
  onAction: (action: TicketAction, group: Group) => void;
};

export const Ticket = memo(function Ticket({ group, limit, isConcierge, isOpen, onAction }: Props) {
  const notes = useNotes(group.group_id);
  const state = ticketState(group);
  const { tone } = STATUS[state];
  const titleId = `ticket-${group.group_id}`;
  return (
    <article
      className={cn(
        'ticket',
        group.snipe_type === 'release' && 'ticket-canary',
        isOpen && 'ticket-open',
      )}
      data-tone={tone}
      data-group-id={group.group_id}
      data-status={group.status}
      aria-labelledby={titleId}
    >
      <header className="ticket-head">
        <span>{SNIPE_TYPE_LABELS[group.snipe_type]}</span>
        <span className="ticket-number">No. {group.number}</span>
      </header>
      <div className="ticket-title">
        <TicketTitle group={group} id={titleId} />
        <div className="covers">
          {coverVenues(group).map((venue) => (
            <Cover key={venue.id} venue={venue} />
          ))}
        </div>
      </div>
      <Order group={group} />
      {isConcierge && <Behalf group={group} />}
      <p className="status">
        <StatusIcon state={state} />
        {statusLabel(group, state)}
        <StatusTime group={group} state={state} notes={notes} />
      </p>
      <ReleaseCountdown group={group} state={state} />
      <TicketNotes texts={ticketNotes(group, { state, notes, limit })} />
      <TicketActions group={group} state={state} isOpen={isOpen} onAction={onAction} />
    </article>
  );
});

function Order({ group }: { group: Group }) {
  const booked = group.status === 'confirmed';
  // The stamp is animated only for a booking that happens while the ticket is shown.
  const [wasBooked] = useState(booked);
  const at = lastBookedAt(group);
  return (
    <div className="order-box" data-booked={booked || undefined}>
      <dl className="order">
        {orderRows(group).map((row) => (
          <div key={`${row.term} ${row.text}`}>
            <dt>{row.term}</dt>
            <dd>{row.text}</dd>
          </div>
        ))}
      </dl>
      {booked && (
        <div className={cn('stamp', !wasBooked && 'stamp-in')} aria-hidden="true">
          Booked
          {at !== null && <small>{formatClock(at)}</small>}
        </div>
      )}
    </div>
  );
}

function Behalf({ group }: { group: Group }) {
  return (
    <p className="hint mt-3">
      {/* A non-breaking space: no line ends with the dot. */}
      {group.book_on_behalf !== null && <>Booked on behalf of {group.book_on_behalf} ·&nbsp;</>}
      {group.account_name}
    </p>
  );
}

function TicketNotes({ texts }: { texts: readonly TicketNote[] }) {
  return (
    <div className="ticket-notes">
      {texts.map((note) => (
        <p
          key={`${note.at ?? ''} ${note.text}`}
          className={cn('ticket-note', note.at === null && 'ticket-note-sentence')}
        >
          {note.at !== null && <b>{formatClock(note.at)}</b>} {note.text}
        </p>
      ))}
    </div>
  );
}
