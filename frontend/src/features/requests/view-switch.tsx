import { Link } from '@tanstack/react-router';
import { LayoutGrid, Rows3 } from 'lucide-react';
import { pageMessages } from './messages';

/** A concierge's choice between the table and the tickets. */
export function ViewSwitch({ view }: { view: 'table' | 'cards' }) {
  return (
    <nav className="segmented view-switch" aria-label={pageMessages.view}>
      <Link
        to="/reservations"
        search={({ status }) => ({ status })}
        resetScroll={false}
        activeProps={{}}
        activeOptions={{ exact: true }}
        aria-current={view === 'table' ? 'true' : undefined}
      >
        <Rows3 aria-hidden="true" />
        {pageMessages.table}
      </Link>
      <Link
        to="/reservations"
        search={({ status }) => ({ status, view: 'cards' })}
        resetScroll={false}
        activeProps={{}}
        activeOptions={{ exact: true }}
        aria-current={view === 'cards' ? 'true' : undefined}
      >
        <LayoutGrid aria-hidden="true" />
        {pageMessages.cards}
      </Link>
    </nav>
  );
}
