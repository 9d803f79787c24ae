/** The tables that stay booked when the account is closed, each with the way to cancel it. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { platformHome, platformName } from '@/entities/platform/platforms';
import { LoadError } from '@/ui/load-error';
import { SkeletonRows } from '@/ui/skeleton';
import { PROFILE } from './messages';
import { type KeptTable, keptTablesQuery } from './queries';

/** Renders nothing if no table is booked. A failed load does not block the closing: the server's answer names them too. */
export function KeptTables() {
  const titleId = useId();
  const { data: tables, isError, isFetching, refetch } = useQuery(keptTablesQuery);
  if (tables === undefined) {
    return isError ? (
      <LoadError title={PROFILE.keptFailed} onRetry={() => void refetch()} pending={isFetching} />
    ) : (
      <SkeletonRows rows={1} className="h-11" label={PROFILE.keptLoading} />
    );
  }
  if (tables.length === 0) return null;
  return (
    <section className="kept-tables" aria-labelledby={titleId}>
      <h3 id={titleId}>{PROFILE.kept(tables.length)}</h3>
      <p className="hint">{tables.length === 1 ? PROFILE.keptTextOne : PROFILE.keptText}</p>
      <ul>
        {tables.map((table) => (
          <li key={table.phrase}>
            <span>{PROFILE.keptTable(table.phrase, table.party_size)}</span>
            <CancelTable table={table} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Leads to the ticket, which can cancel the table; an old table that a new one replaced has none. */
function CancelTable({ table: { phrase, platform, group_id, canceling } }: { table: KeptTable }) {
  if (canceling) return <span className="hint">{PROFILE.keptCanceling}</span>;
  if (group_id === null) {
    const label = PROFILE.cancelOn(platformName(platform));
    return (
      <a
        href={platformHome(platform)}
        target="_blank"
        rel="noreferrer"
        className="link"
        aria-label={PROFILE.cancelNamed(label, phrase)}
      >
        {label}
      </a>
    );
  }
  return (
    <Link
      to="/reservations"
      search={{ open: String(group_id) }}
      className="link"
      aria-label={PROFILE.cancelNamed(PROFILE.cancelTable, phrase)}
    >
      {PROFILE.cancelTable}
    </Link>
  );
}
