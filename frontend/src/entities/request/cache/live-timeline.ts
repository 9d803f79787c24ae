/**
 * Entries of a sighting before the server has written them: it writes the whole attempt when the attempt ends. Its
 * next answer replaces them.
 */
import type { SeenEvent, Sighting, Timeline } from '@/api/reservation-types';

export function withSighting(timeline: Timeline, event: SeenEvent): Timeline {
  const { attempt_id, reservation_id, venue_name, time_zone, date, at } = event;
  const { time, seating, party_size } = event;
  // Negative, because the server's ids are positive.
  const [seenId, bookingId] = [-2 * attempt_id, -2 * attempt_id - 1];
  if (timeline.entries.some((entry) => entry.id === seenId)) return timeline;

  const known = timeline.entries.find((entry) => entry.reservation_id === reservation_id);
  const entry = {
    reservation_id,
    venue_name,
    time_zone,
    date,
    at,
    time,
    seating,
    party_size,
    reason: null,
    reason_text: null,
    duration_ms: null,
    checks: known?.checks ?? null,
    tables: null,
    fee_cents: null,
    held_cancel_fee_cents: null,
    currency: '',
    over: null,
  };
  return {
    ...timeline,
    entries: [
      { ...entry, id: bookingId, kind: 'booking' },
      { ...entry, id: seenId, kind: 'seen' },
      ...timeline.entries,
    ],
    totals: { ...timeline.totals, attempts: timeline.totals.attempts + 1 },
  };
}

/** Insert entries that the server has just written, unless they are there. */
export function withEntries(timeline: Timeline, sightings: readonly Sighting[]): Timeline {
  const known = new Set(timeline.entries.map((entry) => entry.id));
  const added = sightings.filter(({ id }) => !known.has(id));
  if (added.length === 0) return timeline;
  const fees = { fee_cents: null, held_cancel_fee_cents: null, currency: '' };
  const unknown = { duration_ms: null, ...fees, over: null };
  const newEntries = added.map((entry) => ({ ...entry, ...unknown }));
  const tables = added.reduce((sum, entry) => sum + entry.tables, 0);
  return {
    ...timeline,
    // The sort is stable: entries of the same instant stay newest first.
    entries: [...newEntries.reverse(), ...timeline.entries].sort((a, b) =>
      b.at.localeCompare(a.at),
    ),
    totals: { ...timeline.totals, seen: timeline.totals.seen + tables },
  };
}
