/** The table that opened closest to the times of an unsuccessful request, and the times that would have seen it. Pure. */
import type { Group, Opening } from '@/api/reservation-types';
import { zoneOf } from '@/entities/request/tables/table-zones';
import { formatDay, formatTime, formatTimeAt } from '@/lib/format';

const MINUTE_MS = 60_000;
const HALF_HOUR_MIN = 30;
const LAST_MIN = 23 * 60 + 59;

const WORDS = {
  opened: (table: string, venue: string, times: string) =>
    `${table} opened at ${venue} while we watched. A request ${times} would have seen it.`,
  table: (party: number, time: string, day: string) => `A table for ${party} at ${time} on ${day}`,
  from: (time: string) => `from ${time}`,
  until: (time: string) => `until ${time}`,
} as const;

export type MissedOpening = {
  venueId: number;
  opening: Opening;
  /** The end of the window that would have to move, and where to: `HH:MM`. */
  moves: 'from' | 'until';
  to: string;
};

type Watched = Pick<
  Group,
  'created_date' | 'members' | 'party_size' | 'status_since' | 'time_windows'
>;

/**
 * Among the openings at the restaurants of a request, by their ids: on its days, for its party, seen while it was
 * watched, and outside its times. Null if none was.
 */
export function missedOpening(
  group: Watched,
  openings: ReadonlyMap<number, readonly Opening[]>,
): MissedOpening | null {
  const [since, end] = [Date.parse(group.created_date), Date.parse(group.status_since)];
  const found = group.members
    .filter(({ status }) => status === 'unsuccessful')
    .flatMap(({ venue, date }) =>
      (openings.get(venue) ?? [])
        .filter((opening) => {
          const seenAt = Date.parse(opening.seen_at);
          // The instants of openings are cut to the minute.
          const wasWatched = seenAt >= since - (since % MINUTE_MS) && seenAt <= end;
          return wasWatched && opening.date === date && opening.party_size === group.party_size;
        })
        .map((opening) => ({ venueId: venue, opening, ...nearest(group, opening.time) })),
    );
  // A table within the times was seen by the request itself, whose own sentence says so.
  if (found.some(({ by }) => by <= 0)) return null;
  const [best] = found.sort((a, b) => a.by - b.by);
  if (best === undefined) return null;
  const { venueId, opening, moves, to } = best;
  return { venueId, opening, moves, to };
}

type Move = Pick<MissedOpening, 'moves' | 'to'> & { by: number };

/** By how many minutes which end of a window would have to move, and to which half hour. */
function nearest({ time_windows }: Pick<Group, 'time_windows'>, time: string): Move {
  const at = minutesOf(time);
  const down = at - (at % HALF_HOUR_MIN);
  const up = Math.ceil(at / HALF_HOUR_MIN) * HALF_HOUR_MIN;
  const ends = time_windows.map(({ start_time, end_time }): Move => {
    const [before, after] = [minutesOf(start_time) - at, at - minutesOf(end_time)];
    return before > after
      ? { by: before, moves: 'from', to: clock(down) }
      : { by: after, moves: 'until', to: clock(up) };
  });
  return ends.sort((a, b) => a.by - b.by)[0] ?? { by: 0, moves: 'until', to: time };
}

/** `A table for 2 at 9:15 PM on Fri, Nov 20 opened at Lupa while we watched. A request until 9:30 PM would …` */
export function missedText(
  group: Pick<Group, 'venues'>,
  { venueId, opening, moves, to }: MissedOpening,
): string {
  const { date, time, party_size } = opening;
  const at = formatTimeAt({ date, time, zone: zoneOf(group, venueId) });
  const venue = group.venues.find(({ id }) => id === venueId)?.venue_name ?? '';
  return WORDS.opened(
    WORDS.table(party_size, at, formatDay(date)),
    venue,
    WORDS[moves](formatTime(to)),
  );
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

function clock(minutes: number): string {
  const most = Math.min(minutes, LAST_MIN);
  return [Math.floor(most / 60), most % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
