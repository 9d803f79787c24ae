import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import { isVisitor } from '@/api/session';
import type { User } from '@/api/types';
import { useRenderedCount } from '@/lib/loading/use-rendered-count';
import { featuredQuery } from '@/entities/venue/queries';
import { LISTING } from './messages';
import type { GateRequest } from './use-venue-actions';
import { VenueGrid, VenueGridSkeleton } from './venue-grid';

const SHOWN = 4;

/** The first four featured restaurants on dark green. Omitted if there are none or they fail to load. */
export function TopPicks({
  user,
  onGate,
}: {
  user: User | undefined;
  onGate: (request: GateRequest) => void;
}) {
  const { data, isError } = useQuery(featuredQuery);
  const venues = useMemo(() => data?.slice(0, SHOWN), [data]);
  const drawn = useRenderedCount(venues?.length);
  if (isError || venues?.length === 0) return null;
  return (
    <section className="top-picks" aria-labelledby="top-picks">
      <div className="section-head">
        <h2 id="top-picks">{LISTING.picks}</h2>
        {!isVisitor() && (
          <Link to="/venues/top-picks/" className="link">
            {LISTING.seeAll}
            <ArrowRight aria-hidden="true" size={15} strokeWidth={2} />
          </Link>
        )}
      </div>
      {venues === undefined ? (
        <VenueGridSkeleton count={SHOWN} />
      ) : (
        <VenueGrid
          venues={venues}
          drawn={drawn}
          skeletons={SHOWN}
          user={user}
          onGate={onGate}
          eager={SHOWN}
        />
      )}
    </section>
  );
}
