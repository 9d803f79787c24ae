/** That a request has seen no table, after how many looks, and how often one opens there if that is known. */
import { useQuery } from '@tanstack/react-query';
import type { Group, HeatMap } from '@/api/reservation-types';
import { venueActivityQuery } from '@/entities/request/cache/queries';
import { formatCount } from '@/lib/format';

const HOURS_PER_DAY = 24;

const WORDS = {
  nothingOpened: (looks: string, isOne: boolean, typical: string | null) =>
    `${looks} ${isOne ? 'look' : 'looks'}, nothing opened${typical === null ? '' : `; typical here: ${typical}`}.`,
  typicalADay: (often: string) => `${often} a day`,
  typicalInDays: (days: string, isOne: boolean) => (isOne ? '1 a day' : `1 in ${days} days`),
} as const;

export function NothingOpened({ group, looks }: { group: Group; looks: number }) {
  const [venue, second] = group.venues;
  const { data } = useQuery({
    ...venueActivityQuery(venue?.id ?? 0),
    // Several restaurants have no common figure.
    enabled: venue !== undefined && second === undefined,
  });
  const typical = data?.heat_map == null ? null : typicalText(data.heat_map);
  return <p>{WORDS.nothingOpened(formatCount(looks), looks === 1, typical)}</p>;
}

/** `1 in 9 days`: how often a table opens for one date and party size; null if none was seen. */
export function typicalText({
  sightings,
  watched_hours,
}: Pick<HeatMap, 'sightings' | 'watched_hours'>): string | null {
  const days = watched_hours / HOURS_PER_DAY;
  if (sightings === 0 || days === 0) return null;
  const often = Math.round(sightings / days);
  if (often > 1) return WORDS.typicalADay(formatCount(often));
  const every = Math.round(days / sightings);
  return WORDS.typicalInDays(formatCount(every), every <= 1);
}
