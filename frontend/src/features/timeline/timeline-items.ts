/**
 * The story of a group as the roll shows it. Pure: entries in (newest first), items out (newest first), and
 * the rendering stays dumb. A run of empty checks costs no entry: it is the difference of `checks` between
 * one line of a request and its next.
 */
import type { Member, TimelineEntry } from '@/api/reservation-types';
import { formatDay, toIsoDate } from '@/lib/dates';
import { isTheSameNews, lineDetail, lineText } from '@/entities/request/timeline-text';

export type TimelineItem =
  | { type: 'day'; key: string; label: string }
  | { type: 'event'; key: string; at: string; text: string; detail: string | null; hot: boolean }
  /** `else`: a table stood open all the while, but was held back. */
  | { type: 'run'; key: string; at: string; checks: number; else: boolean };

type Options = {
  /** All tries of the group's whole life: a long story is sent without its beginning. */
  attempts: number;
  /** The group's requests now: their live check counts grow the newest run. */
  members: readonly Pick<Member, 'id' | 'watch'>[];
  platform: string;
  now: number;
};

/** Entries that several requests of a group wrote about the same news at nearly the same moment. */
type Block = { entries: TimelineEntry[] };

const SAME_MOMENT_MS = 5000;
const FOLDED: ReadonlySet<string> = new Set([
  'filed',
  'watching',
  'paused',
  'unpaused',
  'stopping',
  'canceled',
  'ended',
  'needs_reconnect',
  'reconnected',
]);
/** These open an attempt; until it is closed its lines are toned. */
const OPENING: ReadonlySet<string> = new Set(['seen', 'booking', 'unknown', 'verifying']);
const SIGHTED: ReadonlySet<string> = new Set(['seen', 'passed_over', 'held_back']);
const PASSED: ReadonlySet<string> = new Set(['filed', 'watching']);

export function buildTimelineItems(
  newestFirst: readonly TimelineEntry[],
  { members, attempts, platform, now }: Options,
): TimelineItem[] {
  const oldestFirst = bookingsLast([...newestFirst].reverse());
  const runs = runsAfter(oldestFirst, members);
  const hot = hotEntries(newestFirst);
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
      text: lineText(first, { platform, attempt: numbers.get(first.id) ?? null, count }),
      detail: lineDetail(first, { showPlace: several && count === 1 && !PASSED.has(first.kind) }),
      hot: block.entries.some((entry) => hot.has(entry.id)),
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

/** A booking ends its siblings in the same moment; told in this order, it stands above them. */
function bookingsLast(oldestFirst: readonly TimelineEntry[]): TimelineEntry[] {
  const told = [...oldestFirst];
  for (const [index, entry] of oldestFirst.entries()) {
    const before = told[index - 1];
    if (
      entry.reason === 'booked_elsewhere' &&
      before?.kind === 'booked' &&
      before.at === entry.at
    ) {
      told[index - 1] = entry;
      told[index] = before;
    }
  }
  return told;
}

/** Entry id → empty checks between it and the next line of the same request (or now, by the live count). */
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
    // A line written by the web tower may not know the count: the run then goes on past it.
    const checks = entry.checks ?? before;
    // The check that showed a table is no empty one.
    close(entry.reservation_id, SIGHTED.has(entry.kind) ? checks - 1 : checks);
    latest.set(entry.reservation_id, { entry: entry.id, checks: Math.max(before, checks) });
  }
  for (const { id, watch } of members) {
    if (watch !== null) close(id, watch.checks);
  }
  return runs;
}

/** The lines of attempts that are still open, and the booking itself when it is the newest word. */
function hotEntries(newestFirst: readonly TimelineEntry[]): Set<number> {
  const hot = new Set<number>();
  const closed = new Set<number>();
  for (const entry of newestFirst) {
    if (closed.has(entry.reservation_id) || isElsewhere(entry)) continue;
    if (OPENING.has(entry.kind)) hot.add(entry.id);
    else closed.add(entry.reservation_id);
  }
  const newest = newestFirst.find((entry) => entry.reason !== 'booked_elsewhere');
  if (newest?.kind === 'booked') hot.add(newest.id);
  return hot;
}

/** A table that was not tried for: says nothing of the request's own try. */
function isElsewhere({ tables }: TimelineEntry): boolean {
  return tables !== null;
}

/** The table that is being tried for now; null when the newest word is about something that is over. */
export function openSighting(newestFirst: readonly TimelineEntry[]): TimelineEntry | null {
  const hot = hotEntries(newestFirst);
  return newestFirst.find((entry) => entry.kind === 'seen' && hot.has(entry.id)) ?? null;
}

/** Booking entry id → 1, 2, 3 … over the whole group. The newest has the highest number when the first are cut off. */
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
    FOLDED.has(entry.kind) &&
    isTheSameNews(first, entry) &&
    Date.parse(entry.at) - Date.parse(first.at) <= SAME_MOMENT_MS &&
    entries.every((other) => other.reservation_id !== entry.reservation_id)
  );
}

function dayLabel(at: string, now: number): string {
  const date = toIsoDate(new Date(at));
  const label = formatDay(date, new Date(now));
  return date === toIsoDate(new Date(now)) ? `Today, ${label}` : label;
}
