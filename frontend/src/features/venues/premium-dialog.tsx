import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PLATFORM_NAMES } from '@/features/accounts/platforms';
import { Dialog } from '@/ui/dialog';
import { LoadError } from '@/ui/load-error';
import { Skeleton } from '@/ui/skeleton';
import { Cover } from './cover';
import { VENUES } from './messages';
import { Price } from './price';
import { premiumQuery } from './queries';

/** The list form of the specification's skeleton. */
const SKELETON_ROWS = 5;

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function PremiumDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Premium Restaurants"
      description="The hardest tables. Requests here need a Pro plan."
    >
      <PremiumList />
    </Dialog>
  );
}

function PremiumList() {
  const { data: venues, isError, refetch, isRefetching } = useQuery(premiumQuery);
  if (isError) {
    return (
      <LoadError
        title={VENUES.premiumFailed}
        onRetry={() => void refetch()}
        pending={isRefetching}
      />
    );
  }
  if (venues === undefined) {
    return (
      <div className="grid gap-3" aria-hidden="true">
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <Skeleton key={index} className="h-19" />
        ))}
      </div>
    );
  }
  if (venues.length === 0) return <p className="text-ink-soft">There are none at the moment.</p>;
  return (
    <ul className="sellist">
      {venues.map((venue) => (
        <li key={venue.id}>
          <Cover venue={venue} lazy />
          <span className="col-span-2">
            <Link
              to="/restaurant/$venueId"
              params={{ venueId: String(venue.id) }}
              className="block no-underline hover:underline"
            >
              <b>{venue.venue_name}</b>
            </Link>
            <span className="vmeta">
              <span>{venue.neighborhood}</span>
              <Price value={venue.price} />
              <span>{PLATFORM_NAMES[venue.reservation_source]}</span>
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
