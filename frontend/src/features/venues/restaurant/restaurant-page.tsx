/** One restaurant: picture, the ticket that starts a request, facts, need to know, and what requests have shown. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { ApiError, messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import { isVisitor } from '@/api/session';
import type { User, VenueDetail } from '@/api/types';
import { platformName } from '@/entities/platform/platforms';
import { venueActivityQuery } from '@/entities/request/cache/queries';
import { NextStepBanner } from '@/entities/user/next-step-banner';
import { Cover } from '@/entities/venue/cover';
import { gatesFor, offersNotify, requiresPro } from '@/entities/venue/gating';
import { OwnPage } from '@/entities/venue/own-page';
import { Price } from '@/entities/venue/price';
import { venueQuery } from '@/entities/venue/queries';
import { measureBottomBar } from '@/ui/bottom-bar';
import { buttonClass } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { PageTitle } from '@/ui/page-title';
import { Skeleton } from '@/ui/skeleton';
import { ACTIONS, LISTING } from '../messages';
import { type GateRequest, useVenueActions } from '../use-venue-actions';
import { UserLoadError } from '../user-load-error';
import { VenueActions } from '../venue-actions';
import { keepForSignUp, VISITOR } from '../visitor';
import { useVenuePrompts } from '../venue-prompts';
import { Facts } from './facts';
import { RESTAURANT } from './messages';
import { NeedToKnow } from './need-to-know';
import { Openings } from './openings';
import { OwnRequests } from './own-requests';
import { RequestTicket, type StartParts, type StartRequest } from './request-ticket';
import '../venues.css';
import './restaurant.css';

const HeatMap = lazyPanel(
  async () => (await import('./heat-map')).HeatMap,
  <Skeleton className="h-60 w-full" />,
);

type Props = {
  id: number;
  /** The part of the ticket that belongs to the request form; passed in by the route. */
  start: StartRequest;
};

export function RestaurantPage({ id, start }: Props) {
  const me = useQuery(meQuery);
  const visitor = isVisitor();
  const { data: venue, error, refetch } = useQuery(venueQuery(id));
  const [setAsk, prompts] = useVenuePrompts();
  return (
    <main className="page" id="main">
      <Link to={visitor ? '/restaurants' : '/'} className="link detail-back">
        <ArrowLeft aria-hidden="true" size={15} strokeWidth={2} />
        {LISTING.all}
      </Link>
      <NextStepBanner />
      <UserLoadError query={me} />
      {venue !== undefined ? (
        <Restaurant
          venue={venue}
          user={visitor ? VISITOR : me.data}
          onGate={setAsk}
          start={start}
        />
      ) : error === null ? (
        <RestaurantSkeleton />
      ) : (
        <Missing error={error} onRetry={() => void refetch()} />
      )}
      {prompts}
    </main>
  );
}

type RestaurantProps = {
  venue: VenueDetail;
  user: User | undefined;
  onGate: (request: GateRequest) => void;
  start: StartRequest;
};

function Restaurant({ venue, user, onGate, start: Start }: RestaurantProps) {
  const actions = useVenueActions(onGate);
  const navigate = useNavigate();
  const place = (parts: StartParts | null) => (
    <Placed venue={venue} user={user} onGate={onGate} start={parts} />
  );
  const { obstacle } = venue;
  if (user === undefined || requiresPro(user, venue) || obstacle?.notifies === false)
    return place(null);
  const gate = gatesFor(user, venue).reserve;
  return (
    <Start
      user={user}
      venue={venue}
      intro={obstacle?.message ?? RESTAURANT.invite(platformName(venue.reservation_source))}
      onlyNotifies={obstacle !== null}
      isGated={gate !== 'open'}
      onForm={(onNotify) => {
        if (user === VISITOR) {
          keepForSignUp(venue);
          void navigate({ to: '/signup' });
        } else if (offersNotify(user, venue) && (gate === 'account' || gate === 'subscribe')) {
          onGate({ gate, venue, notify: { user, now: onNotify } });
        } else void actions.reserve(venue, gate, user.entitlements);
      }}
    >
      {place}
    </Start>
  );
}

function Placed({
  venue,
  user,
  onGate,
  start,
}: Omit<RestaurantProps, 'start'> & { start: StartParts | null }) {
  // Without it the page leaves out what it tells.
  const { data: activity } = useQuery(venueActivityQuery(venue.id));
  const { obstacle } = venue;
  const actions = (
    <>
      {obstacle !== null && (
        <OwnPage
          page={obstacle.page}
          source={venue.reservation_source}
          className={buttonClass({ variant: 'ink' })}
        />
      )}
      {start?.file}
      {user === VISITOR && start === null && obstacle === null && (
        <Link
          to="/signup"
          className={buttonClass({ variant: 'primary' })}
          onClick={() => {
            keepForSignUp(venue);
          }}
        >
          {ACTIONS.signUp}
        </Link>
      )}
      {user !== undefined && user !== VISITOR && obstacle === null && (
        <VenueActions
          venue={venue}
          user={user}
          onGate={onGate}
          prominent={start === null ? 'primary' : 'line'}
        />
      )}
    </>
  );
  return (
    <div className="detail">
      <div className="detail-head">
        <Cover venue={venue} className="hero" />
        <PageTitle>{venue.venue_name}</PageTitle>
        <p className="venue-facts detail-meta">
          <span>{venue.neighborhood}</span>
          <Price value={venue.price} />
          <span>{platformName(venue.reservation_source)}</span>
          {venue.cuisine !== '' && <span>{venue.cuisine}</span>}
        </p>
      </div>
      <aside className="detail-side" aria-label={RESTAURANT.newRequest}>
        <RequestTicket venue={venue} user={user} actions={actions} start={start} />
        {activity !== undefined && activity.requests.length > 0 && (
          <OwnRequests requests={activity.requests} />
        )}
      </aside>
      <div className="detail-body">
        <Facts venue={venue} fee={activity?.fee ?? null} />
        {venue.need_to_know !== '' && <NeedToKnow text={venue.need_to_know} />}
        {activity?.heat_map != null && <HeatMap map={activity.heat_map} />}
        {activity !== undefined && <Openings openings={activity.openings} />}
      </div>
      <div ref={measureBottomBar} className="detail-bar" data-bottom-bar="">
        {start?.refusal}
        {actions}
      </div>
    </div>
  );
}

function RestaurantSkeleton() {
  return (
    <div className="detail" aria-busy="true">
      <div className="detail-head">
        <PageTitle className="sr-only">{RESTAURANT.untitled}</PageTitle>
        <Skeleton className="hero rounded-panel" />
        <Skeleton className="h-10 w-three-quarters" />
        <Skeleton className="mt-3 h-5 w-56" />
      </div>
      <Skeleton className="detail-side h-90 w-full" />
      <div className="detail-body">
        <Skeleton className="h-40 w-full" />
      </div>
    </div>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof ApiError && error.status === 404)) {
    return (
      <>
        <PageTitle>{RESTAURANT.loadFailed}</PageTitle>
        <LoadError title={messageOf(error)} onRetry={onRetry} />
      </>
    );
  }
  return (
    <>
      <PageTitle>{RESTAURANT.notFound}</PageTitle>
      <div className="blank">
        <p>{RESTAURANT.notFoundText}</p>
        <Link to={isVisitor() ? '/restaurants' : '/'} className={buttonClass()}>
          {RESTAURANT.seeAll}
        </Link>
      </div>
    </>
  );
}
