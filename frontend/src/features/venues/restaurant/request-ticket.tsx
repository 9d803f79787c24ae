/** The ticket on which a request starts: party, day and time, and the buttons. */
import type { ComponentType, ReactNode } from 'react';
import type { User, VenueDetail } from '@/api/types';
import { platformName } from '@/entities/platform/platforms';
import { requiresPro } from '@/entities/venue/gating';
import { VENUES } from '@/entities/venue/messages';
import { RESTAURANT } from './messages';

/** The parts of a request: its fields, why it is refused, and the button that files it. */
export type StartParts = { fields: ReactNode; refusal: ReactNode; file: ReactNode };

/** Makes the parts; `intro` is shown until something is chosen. */
export type StartRequest = ComponentType<{
  user: User;
  venue: VenueDetail;
  intro: string;
  /** The restaurant cannot be booked, so the request is to notify only. */
  onlyNotifies: boolean;
  /** The user needs an account or a plan first. */
  isGated: boolean;
  onForm: (notifyNow: () => void) => void;
  children: (parts: StartParts) => ReactNode;
}>;

type Props = {
  venue: VenueDetail;
  /** Undefined if the user could not be loaded. */
  user: User | undefined;
  actions: ReactNode;
  /** Null if no request can start here. */
  start: StartParts | null;
};

export function RequestTicket({ venue, user, actions, start }: Props) {
  return (
    <div className="rail-item rail-item-solo">
      <div className="ticket">
        <div className="ticket-head">
          <span>{RESTAURANT.newRequest}</span>
          <span>{platformName(venue.reservation_source)}</span>
        </div>
        {start?.fields ?? <Closed venue={venue} user={user} />}
        {start?.refusal}
        <div className="ticket-buttons">{actions}</div>
      </div>
    </div>
  );
}

/** Why no request can start here. */
function Closed({ venue, user }: Pick<Props, 'venue' | 'user'>) {
  if (venue.obstacle !== null && (user === undefined || !venue.obstacle.notifies))
    return <p className="sentence">{venue.obstacle.message}</p>;
  if (user === undefined || !requiresPro(user, venue))
    return <p className="sentence">{RESTAURANT.invite(platformName(venue.reservation_source))}</p>;
  return (
    <>
      <p className="sentence">{VENUES.requiresPro}</p>
      <p className="hint pb-3">{RESTAURANT.proPrice()}</p>
    </>
  );
}
