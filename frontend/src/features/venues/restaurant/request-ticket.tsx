/** The ticket on which a request starts: party, day and time, then Reserve. */
import type { ReactNode } from 'react';
import type { User, VenueDetail } from '@/api/types';
import { PLATFORM_NAMES } from '@/entities/platforms';
import { requiresPro } from '@/entities/venue/gating';
import { VENUES } from '@/entities/venue/messages';
import { StartRequest } from '@/features/request-form/start-request';
import { RESTAURANT } from '../messages';

type Props = {
  venue: VenueDetail;
  /** Undefined if the user could not be loaded. */
  user: User | undefined;
  actions: ReactNode;
};

export function RequestTicket({ venue, user, actions }: Props) {
  const platform = PLATFORM_NAMES[venue.reservation_source];
  const intro = RESTAURANT.invite(platform);
  return (
    <div className="rail-item rail-item-solo">
      <div className="ticket">
        <div className="ticket-head">
          <span>{RESTAURANT.newRequest}</span>
          <span>{platform}</span>
        </div>
        {user === undefined ? (
          <p className="sentence">{intro}</p>
        ) : requiresPro(user, venue) ? (
          <>
            <p className="sentence">{VENUES.requiresPro}</p>
            <p className="hint pb-3">{RESTAURANT.proPrice()}</p>
          </>
        ) : (
          <StartRequest user={user} venue={venue} intro={intro} />
        )}
        <div className="ticket-buttons">{actions}</div>
      </div>
    </div>
  );
}
