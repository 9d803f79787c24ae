/**
 * The page of an offer to swap: a booked table and a better open one side by side. Nothing is booked without a click.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { useOffline } from '@/lib/online';
import { measureBottomBar } from '@/ui/bottom-bar';
import { Button, buttonClass } from '@/ui/button';
import { FactList, type Fact } from '@/ui/fact-list';
import { LoadError } from '@/ui/load-error';
import { Notice } from '@/ui/notice';
import { PageTitle } from '@/ui/page-title';
import { SkeletonRows } from '@/ui/skeleton';
import { platformName } from '@/entities/platform/platforms';
import { Ago } from '@/entities/request/ago';
import { SWAP as words } from './messages';
import {
  swapQuery,
  useAcceptSwap,
  useCancelOldTable,
  useKeepTable,
  type SwapOffer,
} from './queries';
import './swap.css';
import { changesText, newFacts, oldFacts } from './table-facts';

export function SwapPage({ offerId }: { offerId: number }) {
  const { data: swap, error, isFetching, refetch } = useQuery(swapQuery(offerId));
  const isOpen = swap === undefined || swap.state === 'offered' || swap.state === 'refused';
  return (
    <main className="page swap" id="main">
      <PageTitle>{isOpen ? words.title : words.titleOver}</PageTitle>
      {swap !== undefined ? (
        <Offer swap={swap} />
      ) : error === null ? (
        <SkeletonRows rows={4} className="swap-row" label={words.loading} />
      ) : error instanceof ApiError && [404, 422].includes(error.status) ? (
        <>
          <Notice tone="unsuccessful" title={words.notFound} />
          <ToList />
        </>
      ) : (
        <LoadError title={words.loadFailed} onRetry={() => void refetch()} pending={isFetching} />
      )}
    </main>
  );
}

function Offer({ swap }: { swap: SwapOffer }) {
  const [now] = useState(Date.now);
  const isBooked = ['canceling_old', 'both', 'swapped'].includes(swap.state);
  return (
    <>
      <div className="swap-tables">
        <Side title={words.old} name={swap.old.venue_name} facts={oldFacts(swap, now)} />
        <Side
          title={isBooked ? words.newBooked : words.new}
          name={swap.new.venue_name}
          facts={newFacts(swap, now)}
          isNew
        />
      </div>
      <Decision swap={swap} />
    </>
  );
}

type SideProps = { title: string; name: string; facts: readonly Fact[]; isNew?: boolean };

function Side({ title, name, facts, isNew = false }: SideProps) {
  return (
    <section className="swap-side" data-new={isNew || undefined} aria-label={title}>
      <p className="swap-label">{title}</p>
      <h2>{name}</h2>
      <FactList facts={facts} />
    </section>
  );
}

function Decision({ swap }: { swap: SwapOffer }) {
  switch (swap.state) {
    case 'offered':
    case 'refused':
      return <Choices swap={swap} />;
    case 'booking':
      return (
        <Notice tone="confirmed" title={words.booking}>
          {words.bookingText}
        </Notice>
      );
    case 'canceling_old':
      return <Notice tone="confirmed" title={words.cancelingOld} />;
    case 'both':
      return <Both swap={swap} />;
    case 'swapped':
      return <Ended tone="confirmed" title={words.swapped} />;
    case 'dismissed':
      return <Ended tone="confirmed" title={words.dismissed} />;
    case 'over':
      return <Ended tone="unsuccessful" title={words.over} />;
  }
}

function Choices({ swap }: { swap: SwapOffer }) {
  const accept = useAcceptSwap(swap.id);
  const keep = useKeepTable(swap.id);
  const offline = useOffline();
  const error = accept.error ?? keep.error;
  const isRefused = swap.state === 'refused';
  const platform = platformName(swap.new.platform);
  return (
    <>
      {isRefused && (
        <Notice tone="unsuccessful" title={words.refused}>
          {swap.conflict ? words.conflict(platform) : (swap.refused_text ?? '')}
        </Notice>
      )}
      {error !== null && <Notice tone="unsuccessful" title={messageOf(error)} />}
      {!swap.conflict && <p className="swap-order">{words.order}</p>}
      {swap.costs === true && <p className="swap-order">{words.oldCosts}</p>}
      {offline && (
        <p className="hint" role="status">
          {words.offline}
        </p>
      )}
      <div ref={measureBottomBar} className="swap-bar" data-bottom-bar="">
        <p className="swap-changes">{changesText(swap)}</p>
        <p className="swap-seen">
          {words.seen} <Ago at={swap.seen_at} />
        </p>
        <div className="swap-buttons">
          <Button
            variant="primary"
            size="lg"
            pending={accept.isPending}
            pendingLabel={words.swapping}
            onClick={() => {
              accept.mutate(swap.conflict);
            }}
          >
            {swap.conflict ? words.replace : isRefused ? words.again : words.swap}
          </Button>
          <Button
            size="lg"
            pending={keep.isPending}
            pendingLabel={words.keeping}
            onClick={() => {
              keep.mutate();
            }}
          >
            {words.keep}
          </Button>
        </div>
      </div>
    </>
  );
}

function Both({ swap }: { swap: SwapOffer }) {
  const cancel = useCancelOldTable(swap);
  return (
    <>
      <Notice tone="unsuccessful" title={words.both}>
        {words.bothText}
      </Notice>
      {cancel.isError && <Notice tone="unsuccessful" title={messageOf(cancel.error)} />}
      <Button
        variant="primary"
        size="lg"
        pending={cancel.isPending}
        pendingLabel={words.canceling}
        onClick={() => {
          cancel.mutate();
        }}
      >
        {words.cancelOld}
      </Button>
    </>
  );
}

function Ended({ tone, title }: { tone: 'confirmed' | 'unsuccessful'; title: string }) {
  return (
    <>
      <Notice tone={tone} title={title} />
      <ToList />
    </>
  );
}

function ToList() {
  return (
    <Link to="/reservations" className={buttonClass()}>
      {words.toList}
    </Link>
  );
}
