/** All restaurants: search, top picks, filters, the grid, and the selection bar. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { meQuery } from '@/api/me';
import { cn } from '@/lib/cn';
import { useSelection } from '@/entities/venue/selection';
import { NARROW, useMedia } from '@/lib/use-media';
import { lazyComponent } from '@/ui/lazy-component';
import { PageTitle } from '@/ui/page-title';
import { FilterBar, FilterSearch } from './filter-bar';
import { type Filters, toSearch } from './filters';
import { VENUES } from '@/entities/venue/messages';
import { listingQuery } from '@/entities/venue/queries';
import { Results } from './results';
import { SelectionBar } from './selection-bar';
import { TopPicks } from './top-picks';
import { UserLoadError } from './user-load-error';
import { useVenuePrompts } from './venue-prompts';
import './venues.css';

const PremiumDialog = lazyComponent(async () => (await import('./premium-dialog')).PremiumDialog);

type Props = {
  filters: Filters;
  onFilter: (change: Partial<Filters>) => void;
  /** Rendered below the restaurants; passed in by the route. */
  after?: ReactNode;
};

export function ListingPage({ filters, onFilter, after }: Props) {
  const me = useQuery(meQuery);
  const listing = useInfiniteQuery(listingQuery(toSearch(filters)));
  const selected = useSelection().length > 0;
  const narrow = useMedia(NARROW);
  const [setAsk, prompts] = useVenuePrompts();
  const [premiumShown, setPremiumShown] = useState(false);
  const venues = useMemo(() => listing.data?.pages.flatMap((page) => page.results), [listing.data]);
  const count = listing.data?.pages[0]?.count;

  return (
    <main className={cn('page', selected && 'with-selection')} id="main">
      <div className="page-head">
        <PageTitle>{VENUES.title}</PageTitle>
        {!narrow && <FilterSearch filters={filters} onChange={onFilter} />}
      </div>
      <UserLoadError query={me} />
      <TopPicks user={me.data} onGate={setAsk} />
      <section aria-labelledby="all-restaurants">
        <div className="section-head">
          <h2 id="all-restaurants">All Restaurants</h2>
          <button
            type="button"
            className="link"
            onClick={() => {
              setPremiumShown(true);
            }}
          >
            {VENUES.premiumTitle}
          </button>
        </div>
        <FilterBar filters={filters} onChange={onFilter} count={count} />
        <Results
          venues={venues}
          error={listing.error}
          onRetry={() => void listing.refetch()}
          stale={listing.isPlaceholderData}
          filters={filters}
          onFilter={onFilter}
          user={me.data}
          onGate={setAsk}
          more={
            listing.hasNextPage && venues !== undefined && count !== undefined
              ? {
                  left: count - venues.length,
                  pending: listing.isFetchingNextPage,
                  load: () => void listing.fetchNextPage(),
                }
              : undefined
          }
        />
      </section>
      {after}
      <SelectionBar />
      {prompts}
      {premiumShown && (
        <PremiumDialog
          open
          onOpenChange={setPremiumShown}
          onPlans={() => {
            setPremiumShown(false);
            setAsk({ gate: 'pro' });
          }}
        />
      )}
    </main>
  );
}
