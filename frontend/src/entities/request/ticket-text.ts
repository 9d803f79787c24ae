/** The texts of a ticket below its status: order rows, counts and the last lines. Pure. */
import type { Booked, Group, Member } from '@/api/reservation-types';
import { PLATFORM_NAMES } from '@/entities/platforms';
import { formatDay, formatDays, formatDollars, formatTime, formatTimeRange } from '@/lib/format';
import { heldBack, heldText } from './fees';
import { activeMembers, canceledAtPlatform, type TicketState } from './group-state';
import type { Note } from './live-notes';
import { STATUS } from './status';
import { slotText } from './timeline-text';

export type OrderRow = { term: 'DATE' | 'TIME' | 'SEAT'; text: string };

/** The request; after all reservations are decided, the booked table. */
export function orderRows(group: Group): OrderRow[] {
  const tables = bookedTables(group);
  const [first, second] = tables;
  if (group.status !== 'confirmed' || first === undefined) return requestRows(group);
  if (second !== undefined) {
    const seats = [...new Set(tables.map(({ booked }) => booked.seating))].filter(isFilled);
    return [
      ...tables.map(({ date, booked }): OrderRow => {
        return { term: 'DATE', text: `${formatDay(date)} · ${formatTime(booked.time)}` };
      }),
      { term: 'SEAT', text: [`for ${first.booked.party_size}`, ...seats].join(' · ') },
    ];
  }
  const { date, booked } = first;
  return [
    { term: 'DATE', text: formatDay(date) },
    { term: 'TIME', text: `${formatTime(booked.time)} · for ${booked.party_size}` },
    ...seatRow(booked.seating),
  ];
}

function requestRows(group: Group): OrderRow[] {
  const seats = new Set(group.venues.map((venue) => venue.table_type));
  const window = formatTimeRange(group.start_time, group.end_time);
  return [
    { term: 'DATE', text: formatDays(group.dates) },
    { term: 'TIME', text: `${window} · for ${group.party_size}` },
    ...seatRow([...seats].filter(isFilled).join(', ')),
  ];
}

function seatRow(seat: string): OrderRow[] {
  return seat === '' ? [] : [{ term: 'SEAT', text: seat }];
}

export type BookedTable = Pick<Member, 'id' | 'venue' | 'venue_name' | 'date'> & { booked: Booked };

/** The tables booked so far, by date. */
export function bookedTables(group: Pick<Group, 'members'>): BookedTable[] {
  return group.members
    .flatMap(({ id, venue, venue_name, date, booked }) =>
      booked === null ? [] : [{ id, venue, venue_name, date, booked }],
    )
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** The instant of the newest booking. */
export function lastBookedAt(group: Pick<Group, 'members'>): string | null {
  const instants = bookedTables(group).map(({ booked }) => booked.at);
  return instants.sort().at(-1) ?? null;
}

/** The platforms of a group: `Resy`, or `Resy and OpenTable`. */
export function platformsOf(group: Pick<Group, 'venues'>): string {
  const names = group.venues.map((venue) => PLATFORM_NAMES[venue.reservation_source]);
  return [...new Set(names)].join(' and ');
}

export type WatchTotals = { checks: number; attempts: number; lastCheckAt: string | null };

/** The checks of a whole group: counts are added, the last check is the latest. */
export function watchTotals(members: readonly Pick<Member, 'watch'>[]): WatchTotals {
  const watches = members.flatMap(({ watch }) => watch ?? []);
  return {
    checks: watches.reduce((sum, watch) => sum + watch.checks, 0),
    attempts: watches.reduce((sum, watch) => sum + watch.attempts, 0),
    lastCheckAt:
      watches
        .flatMap((watch) => watch.last_check_at ?? [])
        .sort()
        .at(-1) ?? null,
  };
}

/** The label of the status line; for a table that is held back, with its fee. */
export function statusLabel(group: Group, state: TicketState): string {
  const held = state === 'held_back' ? heldBack(group) : null;
  const { label } = STATUS[state];
  return held === null ? label : `${label}: ${formatDollars(held.feeCents)} fee`;
}

/** What a state means, in one sentence. */
export function helpText(group: Group, state: TicketState, limit: number | null): string {
  const held = state === 'held_back' ? heldText(group) : null;
  return held ?? STATUS[state].help({ platform: platformsOf(group), limit });
}

/** One line below the status: with its time in mono if something was seen, else a sentence. */
export type TicketNote = { at: string | null; text: string };

export function ticketNotes(
  group: Group,
  { state, notes, limit }: { state: TicketState; notes: readonly Note[]; limit: number | null },
): TicketNote[] {
  const help = helpText(group, state, limit);
  switch (state) {
    case 'confirmed':
      return [...canceledTables(group), { at: null, text: inAccountOf(group) }];
    case 'unsuccessful':
      return [...canceledTables(group), { at: null, text: reasonsOf(group) ?? help }];
    case 'canceled':
      return [{ at: null, text: reasonsOf(group) ?? help }];
    case 'paused':
    case 'starting':
    case 'needs_reconnect':
    case 'backing_off':
    case 'armed':
    case 'releasing':
    case 'switched_off':
    case 'quarantined':
    case 'held_back':
    case 'verifying':
    case 'stopping':
    case 'canceling':
      return [...gotSoFar(group), { at: null, text: help }];
    case 'booking':
      return notes.length > 0 ? [...notes] : [{ at: null, text: help }];
    case 'watching':
      return [...gotSoFar(group), watchingNote(group, notes)];
  }
}

function watchingNote(group: Group, notes: readonly Note[]): TicketNote {
  const note = notes.at(-1);
  const { lastCheckAt } = watchTotals(activeMembers(group));
  // A sighting whose outcome was missed says nothing about the present.
  if (note !== undefined && note.text !== 'booking…') return note;
  const places = new Set(activeMembers(group).map((member) => member.venue)).size;
  return {
    at: lastCheckAt,
    text: places > 1 ? `nothing open at ${places} places` : 'nothing open',
  };
}

function gotSoFar(group: Group): TicketNote[] {
  const got = group.members.flatMap(({ date, venue_name, booked }) =>
    booked === null
      ? []
      : [{ at: null, text: `Booked ${formatDay(date)} at ${venue_name}, ${slotText(booked)}.` }],
  );
  return [...got, ...canceledTables(group)];
}

/** Tables that were canceled at the platform while the rest of the group continues. */
function canceledTables(group: Group): TicketNote[] {
  return canceledAtPlatform(group).map(({ date, venue_name, reason_text }) => {
    return { at: null, text: `${formatDay(date)} at ${venue_name}: ${reason_text ?? ''}` };
  });
}

function inAccountOf(group: Group): string {
  const [first] = bookedTables(group);
  if (first === undefined) return `In your ${platformsOf(group)} account.`;
  const { platform, account_name, confirmation } = first.booked;
  const account = `In your ${PLATFORM_NAMES[platform]} account as ${account_name}.`;
  return confirmation === '' ? account : `${account} Confirmation ${confirmation}.`;
}

/** Why the reservations with the group's status ended; each reason once. */
function reasonsOf(group: Group): string | null {
  const reasons = group.members
    .filter((member) => member.status === group.status)
    .map((member) => member.reason_text ?? '');
  const reasonTexts = [...new Set(reasons)].filter(isFilled);
  return reasonTexts.length === 0 ? null : reasonTexts.join(' ');
}

function isFilled(text: string): boolean {
  return text !== '';
}
