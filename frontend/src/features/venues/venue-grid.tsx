import { useMemo } from 'react';
import type { User, Venue } from '@/api/types';
import { Skeleton } from '@/ui/skeleton';
import { scenesFor } from './cover-art';
import type { Ask } from './use-venue-actions';
import { VenueCard } from './venue-card';

type Props = {
  venues: readonly Venue[];
  user: User | undefined;
  onAsk: (ask: Ask) => void;
  /** How many cards may be on the first screen; the covers of the others wait. */
  eager: number;
};

export function VenueGrid({ venues, user, onAsk, eager }: Props) {
  const scenes = useMemo(() => scenesFor(venues.map((venue) => venue.venue_id)), [venues]);
  return (
    <div className="vgrid">
      {venues.map((venue, index) => (
        <VenueCard
          key={venue.id}
          venue={venue}
          user={user}
          scene={scenes[index]}
          lazy={index >= eager}
          onAsk={onAsk}
        />
      ))}
    </div>
  );
}

/** The same geometry as a card whose name takes two lines: a row of four nearly always has one. */
export function VenueGridSkeleton({ count }: { count: number }) {
  return (
    <div className="vgrid" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div className="vcard" key={index}>
          <Skeleton className="mb-3 aspect-4/3 w-full rounded-control" />
          <Skeleton className="my-1 h-4 w-11/12" />
          <Skeleton className="mb-1 h-4 w-2/3" />
          <Skeleton className="mt-1 h-3.5 w-1/2" />
          <div className="vact">
            <Skeleton className="h-10 rounded-control max-lg:h-11" />
            <Skeleton className="h-10 rounded-control max-lg:h-11" />
          </div>
        </div>
      ))}
    </div>
  );
}
