/**
 * Builds what the timeline shows from a group's entries. Pure: entries and items are both newest first. A
 * run of empty checks has no entry of its own: it is the difference of `checks` between two entries of a reservation.
 */
import type { Member, TimelineEntry } from '@/api/reservation-types';
import { toIsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { timelineMessages } from '@/entities/request/ticket/ticket-messages';
import { saysTheSame, entryDetail, entryText } from '@/entities/request/timeline-text';

export type TimelineItem =
  | { type: 'day'; key: string; label: string }
  | {
      type: 'event';
      key: string;
      at: string;
      text: string;
      detail: string | null;
      highlighted: boolean;
    }
  /** `else`: a table was open during these checks, but it was held back. */
  | { type: 'run'; key: string; at: string; checks: number; else: boolean };

type Options = {
  /** All attempts of the group: a long timeline is sent without its beginning. */
  attempts: number;
  /** The group's reservations now: their live check counts extend the newest run. */
  members: readonly Pick<Member, 'id' | 'watch'>[];
  platform: string;
  /** How the request began, if not as usual. */
  filed?: string | null;
  now: number;
};

/** Entries that several reservations of a group wrote about the same thing at nearly the same time. */
type Block = { entries: TimelineEntry[] };

const SAME_MOMENT_MS = 5000;
const COMBINED_KINDS: ReadonlySet<string> = new Set([
  'filed',
  'watching',
  'paused',
  'unpaused',
  'continued',
  'stopping',
  'canceled',
  'ended',
  'needs_reconnect',
  'reconnected',
]);
/** These belong to an attempt and are highlighted until it ends. */
const ATTEMPT_KINDS: ReadonlySet<string> = new Set(['seen', 'booking', 'unknown', 'verifying']);
const SIGHTING_KINDS: ReadonlySet<string> = new Set(['seen', 'passed_over', 'held_back', 'opened']);
const PLACELESS_KINDS: ReadonlySet<string> = new Set(['filed', 'watching']);

export function buildTimelineItems(
  newestFirst: readonly TimelineEntry[],
  { members, attempts, platform, filed = null, now }: Options,
): TimelineItem[] {
  const oldestFirst = placeBookingsLast([...newestFirst].reverse());
  const runs = runsAfter(oldestFirst, members);
  const highlighted = highlightedEntries(newestFirst);
  const numbers = attemptNumbers(oldestFirst, attempts);
  const several = new Set(oldestFirst.map((entry) => `${entry.venue_name} ${entry.date}`)).size > 1;

  const items: TimelineItem[] = [];
  let day = '';
  for (const block of blocks(oldestFirst)) {
    const [first] = block.entries;
    if (first === undefined) continue;
    const label = dayLabel(first.at, now);
    if (label !== day) {
      if (day !== '') items.push({ type: 'day', key: `day-${day}`, label: day });
      day = label;
    }
    const count = block.entries.length;
    items.push({
      type: 'event',
      key: `event-${first.id}`,
      at: first.at,
      text: entryText(first, { platform, attempt: numbers.get(first.id) ?? null, count, filed }),
      detail: entryDetail(first, {
        showPlace: several && count === 1 && !PLACELESS_KINDS.has(first.kind),
      }),
      highlighted: block.entries.some((entry) => highlighted.has(entry.id)),
    });
    const checks = block.entries.reduce((sum, entry) => sum + (runs.get(entry.id) ?? 0), 0);
    const held = block.entries.some(({ kind }) => kind === 'held_back');
    if (checks > 0) {
      items.push({ type: 'run', key: `run-${first.id}`, at: first.at, checks, else: held });
    }
  }
  if (day !== '') items.push({ type: 'day', key: `day-${day}`, label: day });
  return items.reverse();
}

/** A booking ends its siblings at the same instant; in this order it stands above them. */
function placeBookingsLast(oldestFirst: readonly TimelineEntry[]): TimelineEntry[] {
  const ordered = [...oldestFirst];
  for (const [index, entry] of oldestFirst.entries()) {
    const before = ordered[index - 1];
    if (
      entry.reason === 'booked_elsewhere' &&
      before?.kind === 'booked' &&
      before.at === entry.at
    ) {
      ordered[index - 1] = entry;
      ordered[index] = before;
    }
  }
  return ordered;
}

/** Entry id → empty checks between it and the next entry of the same reservation (or now, by the live count). */
function runsAfter(
  oldestFirst: readonly TimelineEntry[],
  members: Options['members'],
): Map<number, number> {
  const runs = new Map<number, number>();
  const latest = new Map<number, { entry: number; checks: number }>();
  const close = (reservation: number, checks: number) => {
    const open = latest.get(reservation);
    if (open !== undefined && checks > open.checks) runs.set(open.entry, checks - open.checks);
  };
  for (const entry of oldestFirst) {
    const before = latest.get(entry.reservation_id)?.checks ?? 0;
    // An entry of the web tower may lack the count: the run then continues past it.
    const checks = entry.checks ?? before;
    // The check that found a table is not an empty one.
    close(entry.reservation_id, SIGHTING_KINDS.has(entry.kind) ? checks - 1 : checks);
    latest.set(entry.reservation_id, { entry: entry.id, checks: Math.max(before, checks) });
  }
  for (const { id, watch } of members) {
    if (watch !== null) close(id, watch.checks);
  }
  return runs;
}

/** The entries of attempts that have not ended, and the booking itself if it is the newest entry. */
function highlightedEntries(newestFirst: readonly TimelineEntry[]): Set<number> {
  const highlighted = new Set<number>();
  const closed = new Set<number>();
  for (const entry of newestFirst) {
    if (closed.has(entry.reservation_id) || isSighting(entry)) continue;
    if (ATTEMPT_KINDS.has(entry.kind)) highlighted.add(entry.id);
    else closed.add(entry.reservation_id);
  }
  const newest = newestFirst.find((entry) => entry.reason !== 'booked_elsewhere');
  if (newest?.kind === 'booked') highlighted.add(newest.id);
  return highlighted;
}

/** A table that was not attempted, which says nothing about the reservation's own attempt. */
function isSighting({ tables }: TimelineEntry): boolean {
  return tables !== null;
}

/** The table that is being attempted now; null if the newest entry is about an ended attempt. */
export function openSighting(newestFirst: readonly TimelineEntry[]): TimelineEntry | null {
  const highlighted = highlightedEntries(newestFirst);
  return newestFirst.find((entry) => entry.kind === 'seen' && highlighted.has(entry.id)) ?? null;
}

/**
 * Booking entry id → 1, 2, 3 … over the whole group. If the first entries are missing, the newest has the highest
 * number.
 */
function attemptNumbers(oldestFirst: readonly TimelineEntry[], all: number): Map<number, number> {
  const bookings = oldestFirst.filter((entry) => entry.kind === 'booking');
  const isWhole = oldestFirst[0]?.kind === 'filed';
  const before = isWhole ? 0 : Math.max(0, all - bookings.length);
  return new Map(bookings.map((entry, index) => [entry.id, before + index + 1]));
}

function blocks(oldestFirst: readonly TimelineEntry[]): Block[] {
  const out: Block[] = [];
  for (const entry of oldestFirst) {
    const last = out.at(-1);
    if (last !== undefined && joins(last, entry)) last.entries.push(entry);
    else out.push({ entries: [entry] });
  }
  return out;
}

function joins({ entries }: Block, entry: TimelineEntry): boolean {
  const [first] = entries;
  return (
    first !== undefined &&
    COMBINED_KINDS.has(entry.kind) &&
    saysTheSame(first, entry) &&
    Date.parse(entry.at) - Date.parse(first.at) <= SAME_MOMENT_MS &&
    entries.every((other) => other.reservation_id !== entry.reservation_id)
  );
}

function dayLabel(at: string, now: number): string {
  const date = toIsoDate(new Date(at));
  const label = formatDay(date, new Date(now));
  return date === toIsoDate(new Date(now)) ? timelineMessages.today(label) : label;
}
