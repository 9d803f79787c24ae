import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, Lock } from 'lucide-react';
import { useState } from 'react';
import type { User, Venue } from '@/api/types';
import { messageOf } from '@/api/errors';
import { platformName } from '@/entities/platform/platforms';
import { Cover } from '@/entities/venue/cover';
import { containsLink } from '@/entities/venue/link';
import { VENUES } from '@/entities/venue/messages';
import { Price } from '@/entities/venue/price';
import { listingQuery } from '@/entities/venue/queries';
import { SearchBox } from '@/entities/venue/search-box';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { REQUEST_FORM } from '@/features/request-form/messages';
import { messages } from '@/entities/request/messages';

type Props = { user: User; chosen: ReadonlySet<number>; onChoose: (venue: Venue) => void };

export function VenueSearch({ user, chosen, onChoose }: Props) {
  const [text, setText] = useState('');
  const query = text.trim();
  const isLink = containsLink(query);
  const found = useInfiniteQuery(listingQuery(query === '' ? null : { venue_name: query }));
  const venues = found.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <div className="venue-search">
      <SearchBox value={text} onChange={setText} />
      <p className="sr-only" role="status">
        {found.data !== undefined && VENUES.count(found.data.pages[0]?.count ?? 0)}
      </p>
      {found.isPending &&
        (isLink && found.fetchStatus === 'paused' ? (
          <p className="venue-search-empty">{VENUES.linkOffline}</p>
        ) : (
          <RowsSkeleton rows={isLink ? 1 : 5} />
        ))}
      {found.isLoadingError && (
        <LoadError
          title={isLink ? messageOf(found.error) : VENUES.listFailed}
          pending={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.data !== undefined && venues.length === 0 && (
        <div className="venue-search-empty">
          <p>{query === '' ? VENUES.noMatch : messages.noResults(query)}</p>
          <p>{VENUES.notHere()}</p>
        </div>
      )}
      <ul className={cn('venue-results', found.isPlaceholderData && 'venue-results-stale')}>
        {venues.map((venue) => (
          <li key={venue.id}>
            <Pick venue={venue} user={user} chosen={chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          block
          pending={found.isFetchingNextPage}
          pendingLabel={REQUEST_FORM.loadingMore}
          onClick={() => void found.fetchNextPage()}
        >
          {REQUEST_FORM.showMore}
        </Button>
      )}
    </div>
  );
}

function Pick({ venue, user, chosen, onChoose }: { venue: Venue } & Props) {
  const isChosen = chosen.has(venue.id);
  const isLocked = venue.premium && !user.entitlements.premium_venues;
  return (
    <button
      type="button"
      className="venue-result"
      onClick={() => {
        onChoose(venue);
      }}
    >
      <Cover venue={venue} lazy />
      <span>
        <b>{venue.venue_name}</b>
        <span className="venue-facts">
          <span>{venue.neighborhood}</span>
          <Price value={venue.price} />
          <span>{platformName(venue.reservation_source)}</span>
        </span>
      </span>
      {isLocked && (
        <span className="gate">
          <Lock aria-hidden="true" />
          {VENUES.requiresPro}
        </span>
      )}
      {isChosen && (
        <span className="gate">
          <Check aria-hidden="true" />
          {REQUEST_FORM.selected}
        </span>
      )}
    </button>
  );
}

function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className="venue-results" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-18 w-full" />
      ))}
    </div>
  );
}
