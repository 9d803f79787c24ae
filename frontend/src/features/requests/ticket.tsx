/** One request as a ticket: what is happening with it, what was requested or booked, its state, its actions. */
import { memo, useState } from 'react';
import type { Group } from '@/api/reservation-types';
import { Cover } from '@/entities/venue/cover';
import { cn } from '@/lib/cn';
import { formatDay, formatInstant } from '@/lib/format';
import { useMinute } from '@/lib/relative-time';
import { coverVenues } from '@/entities/request/group-title';
import { ticketState } from '@/entities/request/group-state';
import { BookedTableActions } from '@/entities/request/actions/booked-table-actions';
import {
  lastBookedAt,
  tableText,
  upcomingTables,
  type BookedTable,
} from '@/entities/request/tables/booked-tables';
import { useNotes } from '@/entities/request/live-notes';
import { ReleaseCountdown } from '@/entities/request/release-countdown';
import { STATUS } from '@/entities/request/status';
import { StatusIcon } from '@/entities/request/status-icon';
import { Behalf } from './behalf';
import { pageMessages } from './messages';
import { StatusTime } from './status-time';
import { TableFacts } from '@/entities/request/tables/table-facts';
import { TicketActions, type TicketAction } from '@/entities/request/actions/ticket-actions';
import { ticketHead } from '@/entities/request/ticket/ticket-head';
import { TicketTitle } from './ticket-title';
import {
  briefNotes,
  orderRows,
  statusLabel,
  type TicketNote,
} from '@/entities/request/ticket/ticket-text';

export type TicketProps = {
  group: Group;
  limit: number | null;
  isConcierge: boolean;
  /** Its timeline is open beside the list. */
  isOpen: boolean;
  /** It was booked while the page was open, and moved. */
  isNewTable?: boolean;
  onAction: (action: TicketAction, group: Group) => void;
};

export const Ticket = memo(function Ticket(props: TicketProps) {
  const { group, limit, isConcierge, isOpen, isNewTable = false, onAction } = props;
  const notes = useNotes(group.group_id);
  const now = useMinute();
  const state = ticketState(group);
  const { tone } = STATUS[state];
  const titleId = `ticket-${group.group_id}`;
  const tables = upcomingTables(group, now);
  const [first] = tables;
  // With one table the ticket is about it; several are listed one by one.
  const only = group.status === 'confirmed' && tables.length === 1 ? (first ?? null) : null;
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
      <header className="ticket-head">{ticketHead(group, now)}</header>
      <div className="ticket-title">
        <TicketTitle group={group} id={titleId} />
        <div className="covers">
          {coverVenues(group).map((venue) => (
            <Cover key={venue.id} venue={venue} />
          ))}
        </div>
      </div>
      <Order group={group} isNewTable={isNewTable} />
      {isConcierge && <Behalf group={group} />}
      <p className="status">
        <StatusIcon state={state} />
        {statusLabel(group, state)}
        <StatusTime group={group} state={state} notes={notes} />
      </p>
      <ReleaseCountdown group={group} state={state} />
      <TicketNotes texts={briefNotes(group, { state, notes, limit })} />
      {only !== null && <TableFacts table={only} now={now} brief />}
      {only === null &&
        tables.map((table) => (
          <OneOfTables key={table.id} groupId={group.group_id} table={table} now={now} />
        ))}
      <TicketActions group={group} state={state} table={only} isOpen={isOpen} onAction={onAction} />
    </article>
  );
});

function Order({ group, isNewTable }: { group: Group; isNewTable: boolean }) {
  const booked = group.status === 'confirmed';
  // The stamp is animated only for a booking that happens while the page is open.
  const [wasBooked] = useState(booked && !isNewTable);
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
          {pageMessages.stamp}
          {at !== null && <small>{formatInstant(at)}</small>}
        </div>
      )}
    </div>
  );
}

/** A table of a group that has or wants others. */
function OneOfTables({
  groupId,
  table,
  now,
}: {
  groupId: number;
  table: BookedTable;
  now: number;
}) {
  const { date, venue_name } = table;
  return (
    <section className="ticket-table">
      <h4>
        {venue_name}, {formatDay(date)}
      </h4>
      <p>{tableText(table)}</p>
      <TableFacts table={table} now={now} brief />
      <div className="ticket-foot">
        <BookedTableActions groupId={groupId} table={table} />
      </div>
    </section>
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
          {note.at !== null && <b>{formatInstant(note.at)}</b>} {note.text}
        </p>
      ))}
    </div>
  );
}
