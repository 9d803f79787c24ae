/** The texts of a ticket: order rows, counts, the status and the notes below it. Pure. */
import type { Group, GroupStatus, Member } from '@/api/reservation-types';
import { platformName, takesNote } from '@/entities/platform/platforms';
import { formatDay, formatDays, formatTimeAt, formatTimes } from '@/lib/format';
import { bookedTables } from '../tables/booked-tables';
import { amountsText } from '../amounts';
import { heldBack, heldText } from '../fees';
import { activeMembers, canceledAtPlatform, pausedPart, type TicketState } from '../group-state';
import type { Note } from '../live-notes';
import { openTables } from '../tables/open-tables';
import { releaseText } from '../release';
import { swapHelp, swapLabel, swapOfferId } from '../swap-text';
import { seenSentence } from '../tables/seen-tables';
import { commonZone } from '../tables/table-zones';
import { swapMessages } from './swap-messages';
import { STATUS_TEXTS, ticketMessages as words, timelineMessages } from './ticket-messages';

export type OrderRow = { term: 'DATE' | 'TIME' | 'SEAT' | 'NOTE'; text: string };

const WINDOW_OVER = 'window_over';
const SECOND_MS = 1000;
const MINUTE_S = 60;
const MINUTES_PER_HOUR = 60;
/** Longer intervals are stated in hours, rounded up. */
const MOST_MINUTES = 90;

/** The request; after all reservations are decided, the booked table. */
export function orderRows(group: Group): OrderRow[] {
  const tables = bookedTables(group);
  const [first, second] = tables;
  if (group.status !== 'confirmed' || first === undefined) return requestRows(group);
  const timeOf = ({ date, zone, booked }: typeof first) =>
    formatTimeAt({ date, zone, time: booked.time });
  const size = words.partySize(first.booked.party_size);
  if (second !== undefined) {
    const seats = [...new Set(tables.map(({ booked }) => booked.seating))].filter(isFilled);
    return [
      ...tables.map((table): OrderRow => {
        return { term: 'DATE', text: `${formatDay(table.date)} · ${timeOf(table)}` };
      }),
      { term: 'SEAT', text: [size, ...seats].join(' · ') },
    ];
  }
  return [
    { term: 'DATE', text: formatDay(first.date) },
    { term: 'TIME', text: `${timeOf(first)} · ${size}` },
    ...seatRow(first.booked.seating),
    ...noteRow(group),
  ];
}

function requestRows(group: Group): OrderRow[] {
  const seats = new Set(group.venues.flatMap((venue) => venue.table_types));
  const [date = ''] = group.dates;
  const window = formatTimes(group.time_windows, { date, zone: commonZone(group) });
  const days = formatDays(group.dates);
  return [
    {
      term: 'DATE',
      text: group.one_table && group.dates.length > 1 ? words.oneOf(days) : days,
    },
    { term: 'TIME', text: `${window} · ${words.partySize(group.party_size)}` },
    ...seatRow([...seats].filter(isFilled).join(', ')),
    ...noteRow(group),
  ];
}

/** The note that goes with the booking, if a platform of the group takes one. */
function noteRow({ note_to_restaurant: text, venues }: Group): OrderRow[] {
  const isSent = venues.some(({ reservation_source }) => takesNote(reservation_source));
  return text === '' || !isSent ? [] : [{ term: 'NOTE', text }];
}

function seatRow(seat: string): OrderRow[] {
  return seat === '' ? [] : [{ term: 'SEAT', text: seat }];
}

/** The names of a group's platforms, joined by `and`. */
export function platformsOf(group: Pick<Group, 'venues'>): string {
  const names = group.venues.map((venue) => platformName(venue.reservation_source));
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

/** How often the slowest of its restaurants is asked, and until when: the latest end of its reservations. */
export function watchPlan(group: Group): string {
  const watched = activeMembers(group);
  const slowest = Math.max(0, ...watched.map(({ watch }) => watch?.interval_ms ?? 0));
  return words.watchPlan(slowest === 0 ? null : everyText(slowest), endText(group, watched));
}

/** Rounded so that it never promises half a look more than there are: 2.5 looks are `twice a second`. */
function everyText(milliseconds: number): string {
  const times = Math.ceil(SECOND_MS / milliseconds - 0.5);
  if (times > 1) return words.timesASecond(times);
  const seconds = Math.max(1, Math.round(milliseconds / SECOND_MS));
  const minutes = Math.round(seconds / MINUTE_S);
  if (seconds < MINUTE_S) return words.everySeconds(seconds);
  return minutes < MOST_MINUTES
    ? words.everyMinutes(minutes)
    : words.everyHours(Math.ceil(minutes / MINUTES_PER_HOUR));
}

/** A reservation ends when its last window begins, or before that at the end of the final day (schedule.py). */
function endText(group: Group, watched: readonly Member[]): string {
  const date =
    watched
      .map((member) => member.date)
      .sort()
      .at(-1) ??
    group.dates.at(-1) ??
    '';
  const releaseDay = group.continue_as_cancel ? null : group.release_date;
  const finalDay = group.snipe_type === 'release' ? releaseDay : group.final_snipe_date;
  if (finalDay !== null && finalDay < date) return words.endOf(formatDay(finalDay));
  const time = group.time_windows
    .map(({ start_time }) => start_time)
    .reduce((a, b) => (a > b ? a : b));
  return `${formatDay(date)}, ${formatTimeAt({ date, time, zone: commonZone(group) })}`;
}

/** The label of the status line; for a table that is held back, with its fee. */
export function statusLabel(group: Group, state: TicketState): string {
  const held = state === 'held_back' ? heldBack(group) : null;
  const usual =
    state === 'watching' && group.notify_only
      ? words.watchingNotifyOnly
      : STATUS_TEXTS[state].label;
  const label = swapLabel(group, state) ?? usual;
  if (held === null) return label;
  return words.heldBack(label, amountsText(held, held.currency));
}

/** What a state means, in a sentence or two. */
export function helpText(group: Group, state: TicketState, limit: number | null): string {
  const held = state === 'held_back' ? heldText(group) : null;
  if (held !== null) return held;
  if (state === 'watching') return [...watchedFor(group), watchPlan(group)].join(' ');
  if (state === 'table_open') return openTableText(group);
  if (state === 'confirmed') return inAccountOf(group);
  const help = STATUS_TEXTS[state].help({ platform: platformsOf(group), limit });
  return state === 'backing_off' ? `${help} ${watchPlan(group)}` : help;
}

/** What happens to the table that is to be improved, or which release a cancel request missed. */
function watchedFor(group: Group): string[] {
  const { missed_release_at: at } = group;
  const missed = at === null ? null : words.missedRelease(releaseText(Date.parse(at)));
  return [swapHelp(group), missed].filter((text) => text !== null);
}

/** The open tables of a notify-only request, one for each of its reservations. */
function openTableText(group: Group): string {
  return openTables(group)
    .map(({ date, time, zone, venueName, source }) => {
      const at = time === null ? '' : `, ${formatTimeAt({ date, time, zone })}`;
      const when = `${formatDay(date)}${at}`;
      if (group.swap === 'search') {
        const isOffered = swapOfferId(group) !== null;
        return swapMessages[isOffered ? 'tableOpen' : 'tableOpenKept'](when, venueName);
      }
      return words.tableOpen(when, venueName, platformName(source));
    })
    .join(' ');
}

/** One line below the status: with its time in mono if something was seen, else a sentence. */
export type TicketNote = { at: string | null; text: string };

/** What these states mean is said by their label on the ticket, and in full only in the timeline. */
const PLAIN: ReadonlySet<TicketState> = new Set([
  'starting',
  'watching',
  'armed',
  'releasing',
  'needs_reconnect',
  'paused',
]);

type NotesOf = { state: TicketState; notes: readonly Note[]; limit: number | null };

/** The notes on a ticket, which says each fact once: without what its status line or its button says. */
export function briefNotes(group: Group, now: NotesOf): TicketNote[] {
  const { state } = now;
  const plain = PLAIN.has(state) ? helpText(group, state, now.limit) : null;
  const kept = state === 'watching' ? watchedFor(group).map((text) => ({ at: null, text })) : [];
  const others = ticketNotes(group, now).filter(
    ({ text }) => text !== plain && text !== timelineMessages.bookingNow,
  );
  return [...kept, ...others];
}

export function ticketNotes(group: Group, { state, notes, limit }: NotesOf): TicketNote[] {
  const help: TicketNote = { at: null, text: helpText(group, state, limit) };
  switch (state) {
    case 'confirmed':
      // The facts of the table show everything else.
      return canceledTables(group);
    case 'unsuccessful':
      return [...canceledTables(group), { at: null, text: whyUnsuccessful(group) }];
    case 'canceled':
      return [{ at: null, text: reasonsOf(group.status, group.members) ?? help.text }];
    case 'booking':
      return notes.length > 0 ? [...notes] : [help];
    case 'watching':
      return [...canceledTables(group), help, ...pausedNotes(group), ...latestSighting(notes)];
    case 'paused': {
      const why = reasonsOf(group.status, group.members);
      const because = why === null ? [] : [{ at: null, text: why }];
      return [...canceledTables(group), ...because, help];
    }
    case 'starting':
    case 'unconfirmed':
    case 'needs_reconnect':
    case 'backing_off':
    case 'armed':
    case 'releasing':
    case 'switched_off':
    case 'restaurant_closed':
    case 'quarantined':
    case 'held_back':
    case 'table_open':
    case 'verifying':
    case 'stopping':
    case 'canceling':
      return [...canceledTables(group), help, ...pausedNotes(group)];
  }
}

/** A sighting whose outcome was missed says nothing about the present. */
function latestSighting(notes: readonly Note[]): TicketNote[] {
  const note = notes.at(-1);
  return note === undefined || note.text === timelineMessages.bookingNow ? [] : [note];
}

/** The restaurants that are paused while the rest of the group continues, and why. */
function pausedNotes(group: Group): TicketNote[] {
  const paused = pausedPart(group);
  if (paused.length === 0) return [];
  const active = new Set(activeMembers(group).map(({ venue_name }) => venue_name));
  const parts = paused.map(({ venue_name, date }) =>
    active.has(venue_name) ? words.venueOn(venue_name, formatDay(date)) : venue_name,
  );
  const text = words.partPaused([...new Set(parts)], reasonsOf('paused', paused) ?? '');
  return [{ at: null, text }];
}

/** Tables that were canceled at the platform while the rest of the group continues. */
function canceledTables(group: Group): TicketNote[] {
  return canceledAtPlatform(group).map(({ date, venue_name, reason_text }) => {
    return { at: null, text: words.tableAt(formatDay(date), venue_name, reason_text ?? '') };
  });
}

function inAccountOf(group: Group): string {
  const [first] = bookedTables(group);
  if (first === undefined) return words.inAccount(platformsOf(group), null);
  const { platform, account_name, confirmation } = first.booked;
  const account = words.inAccount(platformName(platform), account_name);
  return confirmation === '' ? account : `${account} ${words.confirmation(confirmation)}`;
}

/** Why the request ended, and which tables were seen. That its time was over is not mentioned. */
function whyUnsuccessful(group: Group): string {
  const others = group.members.filter(({ reason }) => reason !== WINDOW_OVER);
  const why = reasonsOf(group.status, others);
  return why === null ? seenSentence(group) : `${why} ${seenSentence(group)}`;
}

/** Why the reservations with this status ended or are paused; each reason once. */
function reasonsOf(status: GroupStatus, members: readonly Member[]): string | null {
  const reasons = members
    .filter((member) => member.status === status)
    .map((member) => member.reason_text ?? '');
  const reasonTexts = [...new Set(reasons)].filter(isFilled);
  return reasonTexts.length === 0 ? null : reasonTexts.join(' ');
}

function isFilled(text: string): boolean {
  return text !== '';
}
