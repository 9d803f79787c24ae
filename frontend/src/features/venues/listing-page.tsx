/** All restaurants: what we do there, filters, top picks, the grid, and the selection bar. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import { meQuery } from '@/api/me';
import { isVisitor } from '@/api/session';
import type { User } from '@/api/types';
import { NextStepBanner } from '@/entities/user/next-step-banner';
import { lazyComponent } from '@/ui/lazy-component';
import { PageTitle } from '@/ui/page-title';
import { FilterBar } from './filter-bar';
import { type Filters, toSearch } from './filters';
import { listingQuery } from '@/entities/venue/queries';
import { LISTING } from './messages';
import { Results } from './results';
import { SelectionBar } from './selection-bar';
import { TopPicks } from './top-picks';
import { UserLoadError } from './user-load-error';
import type { Entered } from './use-first-result';
import { useVenuePrompts } from './venue-prompts';
import { VISITOR } from './visitor';
import './venues.css';

const PremiumDialog = lazyComponent(async () => (await import('./premium-dialog')).PremiumDialog);

type Props = {
  filters: Filters;
  onFilter: (change: Partial<Filters>) => void;
  /** Party, day and time of a request at any of the restaurants; passed in by the route. */
  sentence: ComponentType<{ user: User }>;
  /** Rendered below the restaurants; passed in by the route. */
  after?: ReactNode;
};

export function ListingPage({ filters, onFilter, sentence: Sentence, after }: Props) {
  const me = useQuery(meQuery);
  const listing = useInfiniteQuery(listingQuery(toSearch(filters)));
  const visitor = isVisitor();
  const user = visitor ? VISITOR : me.data;
  const [typed, setTyped] = useState('');
  const [entered, setEntered] = useState<Entered | null>(null);
  const [setAsk, prompts] = useVenuePrompts();
  const [premiumShown, setPremiumShown] = useState(false);
  const venues = useMemo(() => listing.data?.pages.flatMap((page) => page.results), [listing.data]);
  const count = listing.data?.pages[0]?.count;
  // The top picks disappear with the first typed key, not after the pause: later, content would move while it is read.
  const isFiltered = toSearch(filters) !== null || typed.trim() !== '';
  const change = (filter: Partial<Filters>) => {
    if ('query' in filter) setTyped(filter.query ?? '');
    onFilter(filter);
  };

  return (
    <main className="page" id="main">
      <div className="page-head">
        <div>
          <PageTitle>{LISTING.title}</PageTitle>
          <p className="listing-lead">{LISTING.lead()}</p>
        </div>
      </div>
      <div className="listing-sentence">{user !== undefined && <Sentence user={user} />}</div>
      <FilterBar
        filters={filters}
        onChange={change}
        onType={setTyped}
        onEnter={setEntered}
        count={count}
      />
      <NextStepBanner />
      <UserLoadError query={me} />
      {!isFiltered && <TopPicks user={me.data} onGate={setAsk} />}
      <section aria-labelledby="all-restaurants">
        <div className="section-head">
          <h2 id="all-restaurants">{LISTING.all}</h2>
          {!visitor && (
            <button
              type="button"
              className="link"
              onClick={() => {
                setPremiumShown(true);
              }}
            >
              {LISTING.premium}
            </button>
          )}
        </div>
        <Results
          venues={venues}
          error={listing.error}
          onRetry={() => void listing.refetch()}
          stale={listing.isPlaceholderData}
          filters={filters}
          onFilter={change}
          user={me.data}
          onGate={setAsk}
          entered={entered}
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
      {/* Not before the first results, which may be shorter than their placeholders. */}
      {!listing.isPending && after}
      {!visitor && <SelectionBar />}
      {prompts}
      {premiumShown && (
        <PremiumDialog
          onClose={() => {
            setPremiumShown(false);
          }}
          onPlans={() => {
            setPremiumShown(false);
            setAsk({ gate: 'pro' });
          }}
        />
      )}
    </main>
  );
}
