/**
 * The page behind the link of a shared table: where and when guests are expected, and the way. It needs no session, and
 * shows nothing of the person who booked.
 */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { ApiError, messageOf } from '@/api/errors';
import { directionsTo } from '@/entities/venue/directions';
import { formatCount, formatDay, formatTimeAt } from '@/lib/format';
import { BareHeader } from '@/ui/bare-header';
import { buttonClass } from '@/ui/button';
import { FactList } from '@/ui/fact-list';
import { LoadStatus } from '@/ui/load-status';
import { Notice } from '@/ui/notice';
import { PageTitle } from '@/ui/page-title';
import { SHARED_TABLE as words } from './messages';
import { calendarPath, sharedTableQuery, type SharedTable } from './queries';
import './shared-table.css';

export function SharedTablePage() {
  const { token = '' } = useSearch({ strict: false });
  const query = useQuery(sharedTableQuery(token));
  const { data: table, error } = query;
  const isDead =
    token === '' || (error instanceof ApiError && error.status >= 400 && error.status < 429);
  return (
    <>
      <BareHeader />
      <main className="page shared-table" id="main">
        <PageTitle>{words.title}</PageTitle>
        {isDead ? (
          <Notice tone="unsuccessful" title={words.dead}>
            {words.deadText}
          </Notice>
        ) : table !== undefined ? (
          <TableForGuests table={table} token={token} />
        ) : (
          <LoadStatus
            query={query}
            texts={{ failed: messageOf(query.error, words.loadFailed), loading: words.loading }}
            rows={6}
            className="shared-table-row"
          />
        )}
      </main>
    </>
  );
}

function TableForGuests({ table, token }: { table: SharedTable; token: string }) {
  const { status, venue_name } = table;
  const isAhead = status === 'booked';
  return (
    <>
      {!isAhead && (
        <Notice tone="unsuccessful" title={words.over[status]}>
          {status !== 'past' && words.overText}
        </Notice>
      )}
      <article className="ticket" data-tone={isAhead ? 'confirmed' : 'canceled'}>
        <div className="ticket-title">
          <h2>{venue_name}</h2>
        </div>
        <FactList facts={factsOf(table)} />
        {isAhead && (
          <>
            <p className="status">
              <span className="status-icon">
                <Check aria-hidden="true" />
              </span>
              {words.booked}
            </p>
            <footer className="shared-table-actions">
              <a className={buttonClass()} href={calendarPath(token)} download="table.ics">
                {words.addToCalendar}
              </a>
              <a
                className={buttonClass()}
                href={directionsTo(venue_name, table.address)}
                target="_blank"
                rel="noreferrer"
              >
                {words.directions} <span className="sr-only">{words.toVenue(venue_name)}</span>
              </a>
            </footer>
          </>
        )}
      </article>
      {isAhead && <p className="hint">{words.note}</p>}
    </>
  );
}

function factsOf({ address, date, party_size, time, time_zone }: SharedTable) {
  return [
    { term: words.date, text: formatDay(date, new Date(), 'long') },
    { term: words.time, text: formatTimeAt({ date, time, zone: time_zone }) },
    { term: words.party, text: formatCount(party_size) },
    { term: words.where, text: address },
  ].filter(({ text }) => text !== '');
}
