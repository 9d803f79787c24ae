/**
 * The page behind the cancellation link of a message: one booked table, its terms, and one button. It needs no session.
 * Opening it changes nothing, because mail scanners open links too.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '@/api/errors';
import { cancellationText, paidFact } from '@/entities/request/tables/booked-tables';
import { platformName } from '@/entities/platform/platforms';
import { formatCount, formatDay, formatTimeAt } from '@/lib/format';
import { useOffline } from '@/lib/online';
import { BareHeader } from '@/ui/bare-header';
import { Button, buttonClass } from '@/ui/button';
import { FactList } from '@/ui/fact-list';
import { LoadStatus } from '@/ui/load-status';
import { Notice } from '@/ui/notice';
import { PageTitle } from '@/ui/page-title';
import './cancel-link.css';
import { CANCEL_LINK as words } from './messages';
import { linkedTableQuery, useCancelByLink, type LinkedTable } from './queries';

export function CancelLinkPage({ token }: { token: string }) {
  const query = useQuery(linkedTableQuery(token));
  const { data: table, error } = query;
  const isOver = table !== undefined && table.state !== 'booked';
  return (
    <>
      <BareHeader />
      <main className="page cancel-link" id="main">
        <PageTitle>{isOver ? words.titleOver : words.title}</PageTitle>
        {token === '' ? (
          <DeadLink title={words.missing} text={words.missingText} />
        ) : table !== undefined ? (
          <TableToCancel table={table} token={token} />
        ) : error instanceof ApiError && error.status >= 400 && error.status < 429 ? (
          <DeadLink title={words.dead} text={words.deadText} />
        ) : (
          <LoadStatus
            query={query}
            texts={{ failed: messageOf(query.error, words.loadFailed), loading: words.loading }}
            rows={5}
            className="cancel-link-row"
          />
        )}
      </main>
    </>
  );
}

function DeadLink({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Notice tone="unsuccessful" title={title}>
        {text}
      </Notice>
      <Link to="/login" className={buttonClass()}>
        {words.logIn}
      </Link>
    </>
  );
}

function TableToCancel({ table, token }: { table: LinkedTable; token: string }) {
  const cancel = useCancelByLink(token);
  const offline = useOffline();
  const [now] = useState(Date.now);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus was removed.
    if (cancel.isSuccess) outcome.current?.focus();
  }, [cancel.isSuccess]);
  return (
    <>
      <section className="cancel-link-table" aria-label={table.venue_name}>
        <h2>{table.venue_name}</h2>
        <FactList facts={factsOf(table, now)} />
      </section>
      {table.state === 'booked' ? (
        <>
          {cancel.isError && <Notice tone="unsuccessful" title={messageOf(cancel.error)} />}
          {table.costs === true && <p>{words.costs}</p>}
          {offline && (
            <p className="hint" role="status">
              {words.offline}
            </p>
          )}
          <Button
            variant="ink"
            size="lg"
            pending={cancel.isPending}
            pendingLabel={words.pending}
            onClick={() => {
              cancel.mutate(table.costs === true);
            }}
          >
            {table.costs === true ? words.buttonCosts : words.button}
          </Button>
          <p className="hint">{words.keep}</p>
        </>
      ) : (
        <Outcome state={table.state} ref={outcome} />
      )}
    </>
  );
}

type Over = Exclude<LinkedTable['state'], 'booked'>;

function Outcome({ state, ref }: { state: Over; ref: React.Ref<HTMLDivElement> }) {
  switch (state) {
    case 'canceling':
      return (
        <Notice ref={ref} tone="confirmed" title={words.canceling}>
          {words.cancelingText}
        </Notice>
      );
    case 'canceled':
      return <Notice ref={ref} tone="confirmed" title={words.canceled} />;
    case 'past':
      return (
        <Notice ref={ref} tone="unsuccessful" title={words.past}>
          {words.pastText}
        </Notice>
      );
  }
}

function factsOf(table: LinkedTable, now: number) {
  const { client_name, date, party_size } = table;
  const { platform, seating, time, time_zone } = table;
  return [
    { term: words.date, text: formatDay(date) },
    { term: words.time, text: formatTimeAt({ date, time, zone: time_zone }) },
    { term: words.party, text: formatCount(party_size) },
    { term: words.guest, text: client_name ?? '' },
    { term: words.seating, text: seating },
    { term: words.bookedOn, text: platformName(platform) },
    paidFact(table),
    { term: words.cancellation, text: cancellationText(table, { zone: time_zone, now }) },
  ].filter(({ text }) => text !== '');
}
