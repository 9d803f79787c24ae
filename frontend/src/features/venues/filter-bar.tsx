import { useState } from 'react';
import { NARROW, useMedia } from '@/lib/use-media';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { type Filters, PRICES, toSearch } from './filters';
import { LocationButton } from './location-button';
import { VENUES } from '@/entities/venue/messages';
import { SearchBox } from '@/entities/venue/search-box';

const LocationFilter = lazyComponent(
  async () => (await import('./location-filter')).LocationFilter,
);

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** How many restaurants match; undefined until known. */
  count: number | undefined;
  featured?: boolean;
};

/** Price, location, the count, and on small screens the search box. */
export function FilterBar({ filters, onChange, count, featured = false }: Props) {
  const narrow = useMedia(NARROW);
  // The list loads when a pointer or the focus comes near, and opens when it has loaded.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="filters">
      {narrow && <FilterSearch filters={filters} onChange={onChange} />}
      <div className="segmented" role="group" aria-label="Price">
        {PRICES.map((price) => (
          <button
            key={price}
            type="button"
            aria-pressed={filters.price === price}
            aria-label={`Price ${price} of 4`}
            onClick={() => {
              onChange({ price: filters.price === price ? undefined : price });
            }}
          >
            {'$'.repeat(Number(price))}
          </button>
        ))}
      </div>
      <LocationFilter
        open={isOpen}
        onOpenChange={setIsOpen}
        waiting={
          <LocationButton
            {...LocationFilter.preloadProps}
            filters={filters}
            aria-haspopup="dialog"
            aria-expanded={false}
            onClick={() => {
              setIsOpen(true);
            }}
          />
        }
        filters={filters}
        onChange={onChange}
        featured={featured}
      />
      {/* Without results the page says so itself and offers to clear the filters. */}
      {toSearch(filters) !== null && count !== 0 && <ClearFilters onChange={onChange} />}
      <span className="filters-count" role="status">
        {count !== undefined && count > 0 && VENUES.count(count)}
      </span>
    </div>
  );
}

export function FilterSearch({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  return (
    <div className="filters-search">
      <SearchBox
        value={filters.query ?? ''}
        onChange={(query) => {
          onChange({ query: query === '' ? undefined : query });
        }}
      />
    </div>
  );
}

type ClearProps = Pick<Props, 'onChange'> & { variant?: 'quiet' | 'line' };

export function ClearFilters({ onChange, variant = 'quiet' }: ClearProps) {
  return (
    <Button
      variant={variant}
      onClick={() => {
        onChange({ query: undefined, price: undefined, exact_location: undefined });
      }}
    >
      Clear filters
    </Button>
  );
}
