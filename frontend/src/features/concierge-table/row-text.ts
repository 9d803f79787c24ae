/** The texts of a row, short enough for a column. Pure. */
import type { Group } from '@/api/reservation-types';
import { toIsoDate } from '@/lib/dates';
import { formatDay, formatTime, formatTimes } from '@/lib/format';
import { ticketState, type TicketState } from '@/entities/request/group-state';
import { bookedTables, datesText } from '@/entities/request/tables/booked-tables';
import { STATUS_TEXTS } from '@/entities/request/ticket/ticket-messages';
import { TABLE } from './messages';

const MAX_COLUMN_NAMES = 3;

/** `Jangdok, Vesper, Salt Hay +3`; for a confirmed group only the venues with a booked table. */
export function venuesText(group: Group): string {
  const names = placesOf(group);
  const shown = names.slice(0, MAX_COLUMN_NAMES).join(', ');
  return names.length > MAX_COLUMN_NAMES ? `${shown} +${names.length - MAX_COLUMN_NAMES}` : shown;
}

function placesOf(group: Group): string[] {
  const booked =
    group.status === 'confirmed'
      ? group.members.flatMap(({ booked: table, venue_name }) =>
          table === null ? [] : [venue_name],
        )
      : [];
  return booked.length > 0
    ? [...new Set(booked)]
    : group.venues.map(({ venue_name }) => venue_name);
}

/** The requested times; with a single booked table, its time. */
export function timeText(group: Group): string {
  const [table, second] = group.status === 'confirmed' ? bookedTables(group) : [];
  if (table !== undefined && second === undefined) return formatTime(table.booked.time);
  return formatTimes(group.time_windows);
}

/** The labels of `STATUS_TEXTS`, except those that are too long for a column. */
export function stateLabel(state: TicketState): string {
  if (state === 'booking') return TABLE.booking;
  if (state === 'verifying') return TABLE.verifying;
  return STATUS_TEXTS[state].label;
}

/** The whole row in one text, for its checkbox. */
export function rowName(group: Group): string {
  const client = group.book_on_behalf === null ? '' : `${group.book_on_behalf}, `;
  return `${client}${venuesText(group)}, ${datesText(group)}`;
}

/** The end of the status column: an instant to count from, a day, or nothing. */
export type Since = { at: string } | { day: string } | null;

export function sinceOf(group: Group, state: TicketState = ticketState(group)): Since {
  switch (state) {
    case 'paused':
    case 'unsuccessful':
    case 'canceled':
      return { day: formatDay(toIsoDate(new Date(group.status_since))) };
    case 'confirmed': {
      const at = bookedTables(group)
        .map(({ booked }) => booked.at)
        .sort()
        .at(-1);
      return at === undefined ? null : { at };
    }
    default: {
      const at = lastCheckOf(group);
      return at === null ? null : { at };
    }
  }
}

function lastCheckOf(group: Group): string | null {
  let last: string | null = null;
  for (const { watch } of group.members) {
    const at = watch?.last_check_at ?? null;
    if (at !== null && (last === null || at > last)) last = at;
  }
  return last;
}
