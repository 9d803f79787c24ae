/** Below "No results": the restaurants of the city or neighborhood whose name was searched. */
import { useQuery } from '@tanstack/react-query';
import { locationsQuery } from '@/entities/venue/filter-queries';
import { Button } from '@/ui/button';
import type { Filters } from './filters';
import { LISTING } from './messages';

type Props = { query: string; onFilter: (change: Partial<Filters>) => void };

export function PlaceOffer({ query, onFilter }: Props) {
  const { data } = useQuery(locationsQuery);
  const typed = query.trim().toLowerCase();
  const names = data?.locations.flatMap(({ locality, neighborhood }) => [locality, neighborhood]);
  const place = names?.find((name) => name.toLowerCase() === typed);
  if (place === undefined) return null;
  return (
    <Button
      onClick={() => {
        onFilter({ query: undefined, exact_location: place });
      }}
    >
      {LISTING.restaurantsIn(place)}
    </Button>
  );
}
