import { useState } from 'react';
import { Button } from '@/ui/button';
import { ChoiceGroup } from '@/ui/choice-group';
import { lazyComponent } from '@/ui/lazy-component';
import { type Filters, PRICES, toSearch } from './filters';
import { LocationButton } from './location-button';
import { VENUES } from '@/entities/venue/messages';
import { LISTING } from './messages';
import type { Entered } from './use-first-result';
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
  /** Called with each key of the search, before the pause that precedes `onChange`. */
  onType?: (query: string) => void;
  /** Called by Enter in the search, after `onChange`. */
  onEnter: (search: Entered) => void;
};

/** Search, price, location, and the count. */
export function FilterBar(props: Props) {
  const { filters, onChange, count, featured = false, onType, onEnter } = props;
  // The list loads when a pointer or the focus comes near, and opens when it has loaded.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="filters">
      <div className="filters-search">
        <SearchBox
          value={filters.query ?? ''}
          onType={onType}
          onEnter={(text) => {
            onEnter({ text });
          }}
          onChange={(query) => {
            onChange({ query: query === '' ? undefined : query });
          }}
        />
      </div>
      <ChoiceGroup className="segmented" aria-label={LISTING.price}>
        {PRICES.map((price) => (
          <button
            key={price}
            type="button"
            aria-pressed={filters.price === price}
            aria-label={VENUES.price(price)}
            onClick={() => {
              onChange({ price: filters.price === price ? undefined : price });
            }}
          >
            {'$'.repeat(Number(price))}
          </button>
        ))}
      </ChoiceGroup>
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

type ClearProps = Pick<Props, 'onChange'> & { variant?: 'quiet' | 'line' };

export function ClearFilters({ onChange, variant = 'quiet' }: ClearProps) {
  return (
    <Button
      variant={variant}
      onClick={() => {
        onChange({ query: undefined, price: undefined, exact_location: undefined });
      }}
    >
      {LISTING.clear}
    </Button>
  );
}
