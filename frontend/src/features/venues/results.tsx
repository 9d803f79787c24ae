import type { User, Venue } from '@/api/types';
import { ApiError, messageOf } from '@/api/errors';
import { cn } from '@/lib/cn';
import { useOffline } from '@/lib/online';
import { useRenderedCount } from '@/lib/loading/use-rendered-count';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { ClearFilters } from './filter-bar';
import { LISTING } from './messages';
import type { Filters } from './filters';
import { containsLink } from '@/entities/venue/link';
import { VENUES } from '@/entities/venue/messages';
import { type Entered, useFirstResult } from './use-first-result';
import type { GateRequest } from './use-venue-actions';
import { VenueGrid, VenueGridSkeleton } from './venue-grid';

/** The number of placeholder cards in the specification. */
const SKELETON_CARDS = 12;
const FIRST_SCREEN = 8;

type Props = {
  /** Undefined until loaded. */
  venues: readonly Venue[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** These are the results of the previous filters; the new ones are loading. */
  stale: boolean;
  filters: Filters;
  onFilter: (change: Partial<Filters>) => void;
  user: User | undefined;
  onGate: (request: GateRequest) => void;
  /** The search whose first result takes the focus. */
  entered?: Entered | null;
  more?: { left: number; pending: boolean; load: () => void } | undefined;
};

/** The grid in each of its states: loading, failed, empty, stale, loaded, and with more to load. */
export function Results(props: Props) {
  const { venues, error, onRetry, stale, filters, onFilter, user, onGate, more } = props;
  const offline = useOffline();
  const drawn = useRenderedCount(venues?.length);
  const list = useFirstResult(props.entered ?? null, {
    query: filters.query,
    isReady: !stale && (drawn > 0 || venues?.length === 0),
  });
  if (venues === undefined) {
    const isLink = containsLink(filters.query);
    if (error !== null) {
      const sentence = messageOf(error);
      if (isLink && isRefused(error)) {
        return (
          <div className="blank">
            <p role="alert">{sentence}</p>
            <ClearFilters onChange={onFilter} variant="line" />
          </div>
        );
      }
      const title = isLink ? sentence : `${VENUES.listFailed} ${sentence}`;
      return <LoadError title={title} onRetry={onRetry} />;
    }
    if (isLink && offline) return <p className="blank">{VENUES.linkOffline}</p>;
    return <VenueGridSkeleton count={isLink ? 1 : SKELETON_CARDS} />;
  }
  if (venues.length === 0) {
    const onlyName = filters.price === undefined && filters.exact_location === undefined;
    return (
      <div className="blank">
        <p role="status">
          {filters.query !== undefined && onlyName
            ? LISTING.noResults(filters.query)
            : VENUES.noMatch}
        </p>
        <p>{VENUES.notHere()}</p>
        <ClearFilters onChange={onFilter} variant="line" />
      </div>
    );
  }
  return (
    <div ref={list} className={cn(stale && 'stale')} aria-busy={stale}>
      <VenueGrid
        venues={venues}
        drawn={drawn}
        skeletons={SKELETON_CARDS}
        user={user}
        onGate={onGate}
        eager={FIRST_SCREEN}
      />
      {more !== undefined && drawn === venues.length && (
        <p className="mt-8 flex justify-center">
          <Button onClick={more.load} pending={more.pending} pendingLabel={LISTING.loadingMore}>
            {LISTING.more(more.left)}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Whether the server has decided: the same link would be refused again. */
function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 429;
}
