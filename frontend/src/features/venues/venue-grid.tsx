import { useMemo } from 'react';
import type { User, Venue } from '@/api/types';
import { Skeleton } from '@/ui/skeleton';
import { scenesFor } from '@/entities/venue/cover-art';
import type { GateRequest } from './use-venue-actions';
import { VenueCard } from './venue-card';

type Props = {
  venues: readonly Venue[];
  /** How many of them are cards by now; placeholders fill the grid up to `skeletons`. */
  drawn: number;
  skeletons: number;
  user: User | undefined;
  onGate: (request: GateRequest) => void;
  /** How many cards may be on the first screen; the covers of the others load lazily. */
  eager: number;
};

export function VenueGrid({ venues, drawn, skeletons, user, onGate, eager }: Props) {
  const scenes = useMemo(() => scenesFor(venues.map((venue) => venue.venue_id)), [venues]);
  const missing = Math.max(0, Math.min(skeletons, venues.length) - drawn);
  return (
    <div className="venue-grid">
      {venues.slice(0, drawn).map((venue, index) => (
        <VenueCard
          key={venue.id}
          venue={venue}
          user={user}
          scene={scenes[index]}
          lazy={index >= eager}
          onGate={onGate}
        />
      ))}
      <CardSkeletons from={drawn} count={missing} />
    </div>
  );
}

export function VenueGridSkeleton({ count }: { count: number }) {
  return (
    <div className="venue-grid">
      <CardSkeletons from={0} count={count} />
    </div>
  );
}

/**
 * Placeholders of a card's size: the style sheet sets the same minimum height for both texts. `from` is the first
 * position, so each keeps its place while cards are added before it.
 */
function CardSkeletons({ from, count }: { from: number; count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div className="venue-card" aria-hidden="true" key={from + index}>
      <Skeleton className="mb-3 aspect-4-3 w-full rounded-control" />
      <div className="venue-card-text">
        <Skeleton className="my-1 h-4 w-eleven-twelfths" />
        <Skeleton className="mb-1 h-4 w-two-thirds" />
        <Skeleton className="mt-1 h-3-5 w-half" />
      </div>
      <div className="venue-actions">
        <Skeleton className="h-10 rounded-control h-11-narrow" />
        <Skeleton className="h-10 rounded-control h-11-narrow" />
      </div>
    </div>
  ));
}
