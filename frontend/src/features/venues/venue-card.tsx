import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { memo } from 'react';
import type { User, Venue } from '@/api/types';
import { platformName } from '@/entities/platform/platforms';
import { isVisitor } from '@/api/session';
import { cn } from '@/lib/cn';
import { buttonClass } from '@/ui/button';
import { useSelection } from '@/entities/venue/selection';
import { useChoice } from '@/entities/request/use-choice';
import { Cover } from '@/entities/venue/cover';
import type { SceneName } from '@/entities/venue/cover-art';
import { requiresPro } from '@/entities/venue/gating';
import { VENUES } from '@/entities/venue/messages';
import { Price } from '@/entities/venue/price';
import type { GateRequest } from './use-venue-actions';
import { ACTIONS } from './messages';
import { VenueActions } from './venue-actions';

type Props = {
  venue: Venue;
  /** Undefined while the user loads: the card shows, its actions wait. */
  user: User | undefined;
  scene: SceneName | undefined;
  lazy: boolean;
  onGate: (request: GateRequest) => void;
};

/** Memoized, so it does not render again while cards are added below it. */
export const VenueCard = memo(function VenueCard({ venue, user, scene, lazy, onGate }: Props) {
  const selected = useSelection().some((chosen) => chosen.id === venue.id);
  const visitor = isVisitor();
  const isLocked = visitor ? venue.premium : user !== undefined && requiresPro(user, venue);
  const search = useChoice();
  const page = {
    to: '/restaurant/$venueId',
    params: { venueId: String(venue.id) },
    search,
  } as const;
  return (
    <article
      className={cn(
        'venue-card',
        selected && 'venue-card-selected',
        isLocked && 'venue-card-locked',
      )}
      aria-label={venue.venue_name}
    >
      {/* The name below is the same link; this one is for the pointer only. */}
      <Link {...page} className="venue-card-cover" tabIndex={-1} aria-hidden="true">
        <Cover venue={venue} scene={scene} lazy={lazy} />
        {/* On the cover, because a line that appears later would move the cards below. */}
        {isLocked && (
          <span className="cover-tag">
            <Lock />
            {VENUES.requiresPro}
          </span>
        )}
      </Link>
      <div className="venue-card-text">
        <h3>
          <Link {...page}>{venue.venue_name}</Link>
        </h3>
        <p className="venue-facts">
          <span className="venue-facts-place">{venue.neighborhood}</span>
          <Price value={venue.price} />
          <span>{platformName(venue.reservation_source)}</span>
        </p>
        {isLocked && <p className="sr-only">{VENUES.requiresPro}</p>}
      </div>
      <div className="venue-actions">
        {user !== undefined && <VenueActions venue={venue} user={user} onGate={onGate} />}
        {visitor && (
          <Link {...page} className={cn(buttonClass(), 'venue-watch')}>
            {ACTIONS.watch} <span className="sr-only">{venue.venue_name}</span>
          </Link>
        )}
      </div>
    </article>
  );
});
