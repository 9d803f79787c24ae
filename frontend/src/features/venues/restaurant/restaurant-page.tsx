/** One restaurant: picture, facts, need to know, and the ticket with Reserve. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Armchair, ArrowLeft, Globe, MapPin, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { meQuery } from '@/api/me';
import type { User, VenueDetail } from '@/api/types';
import { PLATFORM_NAMES } from '@/entities/platforms';
import { NextStepBanner } from '@/entities/user/next-step-banner';
import { buttonClass } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { Skeleton } from '@/ui/skeleton';
import { directionsUrl, fullAddress, phoneHref, siteOf } from './contact';
import { Cover } from '@/entities/venue/cover';
import { cutAtWord } from '@/entities/venue/cut-at-word';
import { requiresPro } from '@/entities/venue/gating';
import { VENUES } from '@/entities/venue/messages';
import { Price } from '@/entities/venue/price';
import { venueQuery } from '@/entities/venue/queries';
import { seatingTypes } from '@/entities/venue/seating';
import { LISTING, RESTAURANT } from '../messages';
import { UserLoadError } from '../user-load-error';
import type { GateRequest } from '../use-venue-actions';
import { VenueActions } from '../venue-actions';
import { useVenuePrompts } from '../venue-prompts';
import '../venues.css';
import './restaurant.css';

/** Need-to-know text is cut to this many characters until "Show more". */
const CUT = 300;

export function RestaurantPage({ id }: { id: number }) {
  const me = useQuery(meQuery);
  const { data: venue, error, refetch } = useQuery(venueQuery(id));
  const [setAsk, prompts] = useVenuePrompts();
  return (
    <main className="page with-draft-bar" id="main">
      <Link to="/" className="link detail-back">
        <ArrowLeft aria-hidden="true" size={15} strokeWidth={2} />
        {LISTING.all}
      </Link>
      <NextStepBanner />
      <UserLoadError query={me} />
      {venue !== undefined ? (
        <Restaurant venue={venue} user={me.data} onGate={setAsk} />
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
};

function Restaurant({ venue, user, onGate }: RestaurantProps) {
  const platform = PLATFORM_NAMES[venue.reservation_source];
  const actions = user !== undefined && (
    <VenueActions venue={venue} user={user} onGate={onGate} prominent />
  );
  const sentence =
    user !== undefined && requiresPro(user, venue)
      ? VENUES.requiresPro
      : RESTAURANT.invite(platform);
  return (
    <div className="detail">
      <div className="min-w-0">
        <Cover venue={venue} className="hero" />
        <PageTitle>{venue.venue_name}</PageTitle>
        <p className="venue-facts detail-meta">
          <span>{venue.neighborhood}</span>
          <Price value={venue.price} />
          <span>{platform}</span>
          {venue.cuisine !== '' && <span>{venue.cuisine}</span>}
        </p>
        <Facts venue={venue} />
        {venue.need_to_know !== '' && <NeedToKnow text={venue.need_to_know} />}
      </div>
      <aside className="detail-side" aria-label={RESTAURANT.newRequest}>
        <div className="rail-item rail-item-solo">
          <div className="ticket">
            <div className="ticket-head">
              <span>{RESTAURANT.newRequest}</span>
              <span>{platform}</span>
            </div>
            <p className="sentence">{sentence}</p>
            <div className="grid gap-3 pb-3">{actions}</div>
          </div>
        </div>
      </aside>
      <div className="draft-bar" data-bottom-bar="">
        <p>{sentence}</p>
        <div>{actions}</div>
      </div>
    </div>
  );
}

function Facts({ venue }: { venue: VenueDetail }) {
  const seating = [RESTAURANT.anySeating, ...seatingTypes(venue.seating_types)];
  return (
    <div className="venue-details">
      <Fact icon={<MapPin aria-hidden="true" />}>
        {fullAddress(venue)}
        <br />
        <a className="link" href={directionsUrl(venue)} target="_blank" rel="noreferrer">
          {RESTAURANT.directions}
        </a>
      </Fact>
      {venue.phone_number !== '' && (
        <Fact icon={<Phone aria-hidden="true" />}>
          <a className="link" href={phoneHref(venue.phone_number)}>
            {venue.phone_number}
          </a>
        </Fact>
      )}
      <Fact icon={<Armchair aria-hidden="true" />}>
        <b>{RESTAURANT.seating}</b>
        <br />
        {seating.join(', ')}
      </Fact>
      {venue.website !== '' && (
        <Fact icon={<Globe aria-hidden="true" />}>
          <Site website={venue.website} />
        </Fact>
      )}
    </div>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div>
      {icon}
      <p>{children}</p>
    </div>
  );
}

function NeedToKnow({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const long = text.length > CUT;
  return (
    <section className="mt-8 grid gap-3" aria-labelledby="need-to-know">
      <h2 id="need-to-know">{RESTAURANT.needToKnow}</h2>
      <p className="prose">{long && !whole ? cutAtWord(text, CUT) : text}</p>
      {long && (
        <button
          type="button"
          className="link justify-self-start"
          aria-expanded={whole}
          onClick={() => {
            setWhole(!whole);
          }}
        >
          {whole ? RESTAURANT.less : RESTAURANT.more}
        </button>
      )}
    </section>
  );
}

function RestaurantSkeleton() {
  return (
    <div className="detail" aria-busy="true">
      <div>
        <PageTitle className="sr-only">{RESTAURANT.untitled}</PageTitle>
        <Skeleton className="hero rounded-panel" />
        <Skeleton className="h-10 w-three-quarters" />
        <Skeleton className="mt-3 h-5 w-56" />
        <Skeleton className="mt-6 h-40 w-full" />
      </div>
      <Skeleton className="h-64 w-full hidden-narrow" />
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
        <Link to="/" className={buttonClass()}>
          {RESTAURANT.seeAll}
        </Link>
      </div>
    </>
  );
}

function Site({ website }: { website: string }) {
  const { name, href } = siteOf(website);
  if (href === null) return name;
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
