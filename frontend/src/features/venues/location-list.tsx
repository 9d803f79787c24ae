import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Check, Search } from 'lucide-react';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { useMarkedEntry } from '@/ui/use-marked-entry';
import { type Filters, typedLocation } from './filters';
import { LISTING } from './messages';
import { locationsQuery, suggestionsQuery } from '@/entities/venue/filter-queries';

type Props = {
  filters: Filters;
  featured: boolean;
  onChange: (change: Partial<Filters>) => void;
  /** Undefined is "All locations". */
  onChoose: (location: string | undefined) => void;
};

export function LocationList({ filters, featured, onChange, onChoose }: Props) {
  const search = typedLocation(filters);
  const { text, type } = useDebouncedText(search, (typed) => {
    onChange({ 'location-d': typed.trim() === '' ? undefined : typed.trim() });
  });

  const all = useQuery(locationsQuery);
  const suggestions = useQuery({ ...suggestionsQuery(search, featured), enabled: search !== '' });
  const places = all.data?.locations ?? [];
  const names = places.map((place) => place.neighborhood);
  const counts = new Map(places.map((place) => [place.neighborhood, place.count]));
  const typed = text.trim().toLowerCase();
  const isTyped = (name: string) => name.toLowerCase().includes(typed);
  // The server's answer for the typed text; until then the matches in the loaded list.
  const matching =
    search.toLowerCase() === typed && suggestions.data !== undefined
      ? suggestions.data
      : names.filter(isTyped);
  // A city is found by its name only: without one, the list has neighborhoods.
  const cities = places.map((place) => place.locality).filter(isTyped);
  const shown = typed === '' ? names : [...new Set([...cities.sort(), ...matching])];
  const chosen = filters.exact_location;
  const marked = useMarkedEntry({
    text: typed,
    values: typed === '' ? ['all', ...shown] : shown,
    isAnswer: all.data !== undefined,
    initial: chosen ?? 'all',
  });
  return (
    <Command shouldFilter={false} label={LISTING.location} className="locations" {...marked}>
      <div className="input input-dense">
        <Search aria-hidden="true" />
        <Command.Input placeholder={LISTING.searchLocations} value={text} onValueChange={type} />
      </div>
      {/* Below the search box, which is mounted at once: the popover focuses it. */}
      {all.isError && (
        <LoadError title={LISTING.locationsFailed} onRetry={() => void all.refetch()} />
      )}
      {all.isPending && <Skeleton className="h-60 w-full" />}
      <Command.List hidden={all.data === undefined}>
        {typed === '' && (
          <LocationItem
            value="all"
            name={LISTING.allLocations}
            chosen={chosen === undefined}
            onSelect={() => {
              onChoose(undefined);
            }}
          />
        )}
        {shown.map((name) => (
          <LocationItem
            key={name}
            value={name}
            name={name}
            count={counts.get(name)}
            chosen={chosen === name}
            onSelect={() => {
              onChoose(name);
            }}
          />
        ))}
        {shown.length === 0 && (
          <p className="hint p-3" role="status">
            {LISTING.noLocation(text.trim())}
          </p>
        )}
      </Command.List>
    </Command>
  );
}

function LocationItem({
  value,
  name,
  count,
  chosen,
  onSelect,
}: {
  value: string;
  name: string;
  count?: number | undefined;
  chosen: boolean;
  onSelect: () => void;
}) {
  return (
    <Command.Item value={value} className="menu-item" onSelect={onSelect}>
      {name}
      {chosen && <span className="sr-only">{LISTING.chosen}</span>}
      <span className="end flex items-center gap-2">
        {count !== undefined && <span className="mono">{count}</span>}
        {chosen && <Check aria-hidden="true" />}
      </span>
    </Command.Item>
  );
}
