import { useQueries } from '@tanstack/react-query';
import type { IsoDate } from '@/lib/dates';
import { formatZone } from '@/lib/format';
import { messages } from '@/entities/request/messages';
import { venueQuery } from '@/entities/venue/queries';

/** Clocks change at night, so all times of a meal are in the offset of its noon. */
const NOON = '12:00';

/** `New York time`; null if the reader's clock shows the same, and while the restaurants' zones load. */
export function useZoneNote(venues: readonly { id: number }[], date: IsoDate): string | null {
  const details = useQueries({ queries: venues.map(({ id }) => venueQuery(id)) });
  const zones = new Set(details.flatMap(({ data }) => (data === undefined ? [] : data.time_zone)));
  const names = [...zones].map((zone) => formatZone({ date, time: NOON, zone }));
  const [name = null] = names;
  return names.length > 1 ? messages.restaurantsTime : name;
}
