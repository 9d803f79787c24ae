/** The ticket on which a request starts: party, day and time, then Reserve. */
import type { ComponentType, ReactNode } from 'react';
import type { User, VenueDetail } from '@/api/types';
import { platformName } from '@/entities/platform/platforms';
import { requiresPro } from '@/entities/venue/gating';
import { VENUES } from '@/entities/venue/messages';
import { RESTAURANT } from './messages';

/** Party, day and time of a request; `intro` is shown until something is chosen. */
export type StartRequest = ComponentType<{
  user: User;
  venue: VenueDetail;
  intro: string;
  /** The restaurant cannot be booked, so the request is to notify only. */
  onlyNotifies: boolean;
}>;

type Props = {
  venue: VenueDetail;
  /** Undefined if the user could not be loaded. */
  user: User | undefined;
  actions: ReactNode;
  start: StartRequest;
};

export function RequestTicket({ venue, user, actions, start: Start }: Props) {
  const platform = platformName(venue.reservation_source);
  const intro = RESTAURANT.invite(platform);
  return (
    <div className="rail-item rail-item-solo">
      <div className="ticket">
        <div className="ticket-head">
          <span>{RESTAURANT.newRequest}</span>
          <span>{platform}</span>
        </div>
        {venue.obstacle !== null && (user === undefined || !venue.obstacle.notifies) ? (
          <p className="sentence">{venue.obstacle.message}</p>
        ) : user === undefined ? (
          <p className="sentence">{intro}</p>
        ) : requiresPro(user, venue) ? (
          <>
            <p className="sentence">{VENUES.requiresPro}</p>
            <p className="hint pb-3">{RESTAURANT.proPrice()}</p>
          </>
        ) : (
          <Start
            user={user}
            venue={venue}
            intro={venue.obstacle?.message ?? intro}
            onlyNotifies={venue.obstacle !== null}
          />
        )}
        <div className="ticket-buttons">{actions}</div>
      </div>
    </div>
  );
}
