/** All top picks, with the listing's filters. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { meQuery } from '@/api/me';
import { NextStepBanner } from '@/entities/user/next-step-banner';
import { PageTitle } from '@/ui/page-title';
import { FilterBar } from './filter-bar';
import { type Filters, toSearch } from './filters';
import { picksQuery } from '@/entities/venue/queries';
import { LISTING } from './messages';
import { Results } from './results';
import { SelectionBar } from './selection-bar';
import { UserLoadError } from './user-load-error';
import type { Entered } from './use-first-result';
import { useVenuePrompts } from './venue-prompts';
import './venues.css';

type Props = { filters: Filters; onFilter: (change: Partial<Filters>) => void };

export function PicksPage({ filters, onFilter }: Props) {
  const me = useQuery(meQuery);
  const picks = useInfiniteQuery(picksQuery(toSearch(filters)));
  const [setAsk, prompts] = useVenuePrompts();
  const [entered, setEntered] = useState<Entered | null>(null);
  const venues = picks.data?.pages.flatMap((page) => page.results);
  const count = picks.data?.pages[0]?.count;

  return (
    <main className="page" id="main">
      <Link to="/" className="link mb-2">
        <ArrowLeft aria-hidden="true" size={15} strokeWidth={2} />
        {LISTING.all}
      </Link>
      <div className="page-head">
        <div>
          <PageTitle>{LISTING.picks}</PageTitle>
          <p className="listing-lead">{LISTING.lead()}</p>
        </div>
      </div>
      <FilterBar
        filters={filters}
        onChange={onFilter}
        onEnter={setEntered}
        count={count}
        featured
      />
      <NextStepBanner />
      <UserLoadError query={me} />
      <Results
        venues={venues}
        error={picks.error}
        onRetry={() => void picks.refetch()}
        stale={picks.isPlaceholderData}
        filters={filters}
        onFilter={onFilter}
        user={me.data}
        onGate={setAsk}
        entered={entered}
        more={
          picks.hasNextPage && venues !== undefined && count !== undefined
            ? {
                left: count - venues.length,
                pending: picks.isFetchingNextPage,
                load: () => void picks.fetchNextPage(),
              }
            : undefined
        }
      />
      <SelectionBar />
      {prompts}
    </main>
  );
}
