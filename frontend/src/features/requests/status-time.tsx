import type { ReactNode } from 'react';
import type { Group } from '@/api/reservation-types';
import { toIsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { Ago } from '@/entities/request/ago';
import type { TicketState } from '@/entities/request/group-state';
import type { Note } from '@/entities/request/live-notes';
import { lastBookedAt } from '@/entities/request/tables/booked-tables';
import { ticketMessages } from '@/entities/request/ticket/ticket-messages';
import { watchTotals } from '@/entities/request/ticket/ticket-text';

type Props = { group: Group; state: TicketState; notes: readonly Note[] };

/** The time at the right of the status: every ticket shows state and time. */
export function StatusTime(props: Props) {
  const text = statusTimeText(props);
  return text === null ? null : <small>{text}</small>;
}

function statusTimeText({ group, state, notes }: Props): ReactNode {
  const { lastCheckAt } = watchTotals(group.members);
  switch (state) {
    case 'watching':
    case 'backing_off':
    case 'releasing':
      return lastCheckAt === null ? null : (
        <>
          {ticketMessages.lastLooked} <Ago at={lastCheckAt} />
        </>
      );
    case 'booking':
    case 'verifying':
    case 'stopping': {
      const at = notes.at(-1)?.at ?? lastCheckAt;
      return at === null ? null : <Ago at={at} />;
    }
    case 'confirmed': {
      const at = lastBookedAt(group);
      return at === null ? null : <Ago at={at} />;
    }
    case 'armed':
    case 'unconfirmed':
    case 'switched_off':
    case 'restaurant_closed':
      return null;
    case 'starting':
    case 'quarantined':
    case 'held_back':
    case 'table_open':
    case 'needs_reconnect':
      return lastCheckAt === null ? null : <Ago at={lastCheckAt} />;
    case 'paused':
      return ticketMessages.since(formatDay(toIsoDate(new Date(group.status_since))));
    case 'unsuccessful':
    case 'canceled':
      return formatDay(toIsoDate(new Date(group.status_since)));
  }
}
