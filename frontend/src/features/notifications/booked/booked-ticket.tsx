/** The ticket of a table that was just booked, over the whole screen: the stamp, its facts and what to do next. */
import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import type { Group } from '@/api/reservation-types';
import { ShareTable } from '@/entities/request/actions/share-table';
import { TableLinks } from '@/entities/request/actions/booked-table-actions';
import {
  cancellationText,
  freeTimeLeft,
  tableFacts,
  termsFact,
  type BookedTable,
} from '@/entities/request/tables/booked-tables';
import { ticketHead } from '@/entities/request/ticket/ticket-head';
import { Cover } from '@/entities/venue/cover';
import { formatCount, formatDay, formatInstant, formatTimeAt } from '@/lib/format';
import { useMinute } from '@/lib/relative-time';
import { Button } from '@/ui/button';
import { FactList } from '@/ui/fact-list';
import { closeOnEscape } from '@/ui/overlays/close-on-escape';
import { useReturnFocus } from '@/ui/overlays/return-focus';
import { Scrim } from '@/ui/overlays/scrim';
import './booked.css';
import { BOOKED as words } from './messages';

type Props = { group: Group; table: BookedTable; onClose: () => void };

export function BookedTicket({ group, table, onClose }: Props) {
  const { remember, onCloseAutoFocus } = useReturnFocus();
  const screen = useRef<HTMLDivElement>(null);
  const now = useMinute();
  const { booked, zone } = table;
  const venue = group.venues.find(({ id }) => id === table.venue);
  const left = freeTimeLeft(booked, now);
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Scrim />
        <Dialog.Content
          ref={screen}
          className="booked-screen"
          // The toast about this booking is not needed while the ticket is on the screen.
          data-group-id={group.group_id}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            remember();
            // Not the first button: the next key must not press what nobody has read.
            event.preventDefault();
            screen.current?.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onKeyDown={closeOnEscape(onClose)}
        >
          <div className="booked-screen-inner">
            <article className="ticket" data-tone="confirmed" data-status="confirmed">
              <header className="ticket-head">{ticketHead(group, now)}</header>
              <div className="ticket-title">
                <Dialog.Title>
                  <span className="sr-only">{words.title}</span> {table.venue_name}
                </Dialog.Title>
                {venue !== undefined && (
                  <div className="covers">
                    <Cover venue={venue} />
                  </div>
                )}
              </div>
              <div className="booked-screen-order">
                <FactList facts={orderFacts(table)} />
                <div className="stamp stamp-in" aria-hidden="true">
                  {words.stamp}
                  <small>{formatInstant(booked.at)}</small>
                </div>
              </div>
              {left !== null && (
                <p className="booked-screen-free">
                  <strong>{words.left(left)}</strong>
                  <span>{cancellationText(booked, { zone, now })}</span>
                </p>
              )}
              <FactList facts={factsOf(table, now)} />
              <footer className="ticket-foot">
                <TableLinks groupId={group.group_id} table={table} />
                <ShareTable groupId={group.group_id} table={table} />
              </footer>
            </article>
            <Button variant="primary" size="lg" onClick={onClose}>
              {words.done}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function orderFacts({ booked, date, zone }: BookedTable) {
  return [
    { term: words.date, text: formatDay(date, new Date(), 'long') },
    { term: words.time, text: formatTimeAt({ date, time: booked.time, zone }) },
    { term: words.party, text: formatCount(booked.party_size) },
    { term: words.seating, text: booked.seating },
  ].filter(({ text }) => text !== '');
}

/** Without the terms of a cancellation where they are unknown, or shown as time left. */
function factsOf(table: BookedTable, now: number) {
  const { cancel_fee_cents, free_until } = table.booked;
  const isUnknown = cancel_fee_cents === null && free_until === null;
  const leavesOut = isUnknown || freeTimeLeft(table.booked, now) !== null;
  const { term: terms } = termsFact(table, now);
  return tableFacts(table, now).filter(({ term }) => !leavesOut || term !== terms);
}
