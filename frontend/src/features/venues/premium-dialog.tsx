/** A list of all premium restaurants, and the plan that opens them to users below Pro. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { meQuery } from '@/api/me';
import { platformName } from '@/entities/platform/platforms';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { LoadError } from '@/ui/load-error';
import { SkeletonRows } from '@/ui/skeleton';
import { Cover } from '@/entities/venue/cover';
import { VENUES } from '@/entities/venue/messages';
import { LISTING } from './messages';
import { Price } from '@/entities/venue/price';
import { premiumQuery } from '@/entities/venue/filter-queries';

/** The number of rows in the specification's placeholder. */
const SKELETON_ROWS = 5;

type Props = {
  onClose: () => void;
  /** The user asked for the plans; this dialog closes. */
  onPlans: () => void;
};

export function PremiumDialog({ onClose, onPlans }: Props) {
  const { data: user } = useQuery(meQuery);
  const locked = user !== undefined && !user.entitlements.premium_venues;
  return (
    <Dialog
      onClose={onClose}
      title={LISTING.premium}
      description={LISTING.premiumLead()}
      {...(locked ? { footer: <Locked onPlans={onPlans} /> } : {})}
    >
      <PremiumList />
    </Dialog>
  );
}

function Locked({ onPlans }: Pick<Props, 'onPlans'>) {
  return (
    <>
      <span className="gate mr-auto">
        <Lock aria-hidden="true" />
        {VENUES.requiresPro}
      </span>
      <Button onClick={onPlans}>{LISTING.seePlans}</Button>
    </>
  );
}

function PremiumList() {
  const { data: venues, isError, refetch, isFetching, fetchStatus } = useQuery(premiumQuery);
  if (venues === undefined) {
    if (isError) {
      return (
        <LoadError
          title={LISTING.premiumFailed}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      );
    }
    return fetchStatus === 'paused' ? (
      <p className="text-ink-soft">{LISTING.premiumOffline}</p>
    ) : (
      <SkeletonRows rows={SKELETON_ROWS} className="h-19" label={LISTING.premiumLoading} />
    );
  }
  if (venues.length === 0) return <p className="text-ink-soft">{LISTING.premiumNone}</p>;
  return (
    <ul className="selection-list">
      {venues.map((venue) => (
        <li key={venue.id}>
          <Cover venue={venue} lazy />
          <span className="col-span-2">
            <Link
              to="/restaurant/$venueId"
              params={{ venueId: String(venue.id) }}
              className="block no-underline hover-underline"
            >
              <b>{venue.venue_name}</b>
            </Link>
            <span className="venue-facts">
              <span>{venue.neighborhood}</span>
              <Price value={venue.price} />
              <span>{platformName(venue.reservation_source)}</span>
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
