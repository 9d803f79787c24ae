/** The column heads; a click sorts by the column, a second one reverses the order. */
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo } from 'react';
import { TABLE } from './messages';
import type { Sort, SortKey } from '@/entities/request/list/list-search';

type Props = {
  sort: Sort | undefined;
  /** How much of the rows is selected. */
  selected: 'none' | 'some' | 'all';
  onToggleAll: () => void;
};

export const TableHead = memo(function TableHead({ sort, selected, onToggleAll }: Props) {
  return (
    <div role="rowgroup" className="request-table-head">
      <div role="row" aria-rowindex={1}>
        <div role="columnheader" className="request-table-check">
          <input
            type="checkbox"
            className="request-table-box"
            aria-label={TABLE.selectAll}
            checked={selected === 'all'}
            ref={(box) => {
              if (box !== null) box.indeterminate = selected === 'some';
            }}
            onChange={onToggleAll}
          />
          <span className="request-table-all" aria-hidden="true">
            {TABLE.selectAll}
          </span>
        </div>
        <Column name={TABLE.columns.client} sortKey="client" sort={sort} />
        <Column name={TABLE.columns.venue} sortKey="venue" sort={sort} />
        <Column name={TABLE.columns.date} sortKey="date" sort={sort} />
        <Column name={TABLE.columns.time} />
        <Column name={TABLE.columns.party} />
        <Column name={TABLE.columns.status} sortKey="status" sort={sort} />
        <Column name={TABLE.columns.account} sortKey="account" sort={sort} />
      </div>
    </div>
  );
});

function Column({
  name,
  sortKey,
  sort,
}: {
  name: string;
  sortKey?: SortKey;
  sort?: Sort | undefined;
}) {
  if (sortKey === undefined) return <div role="columnheader">{name}</div>;
  const order = sort === sortKey ? 'ascending' : sort === `-${sortKey}` ? 'descending' : 'none';
  // Ascending, descending, and back to the next dinner first.
  const next = { none: sortKey, ascending: `-${sortKey}`, descending: undefined } as const;
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp;
  return (
    <div role="columnheader" aria-sort={order}>
      <Link
        to="/reservations"
        search={(now) => ({ ...now, sort: next[order] })}
        replace
        resetScroll={false}
      >
        {name}
        {order !== 'none' && <Arrow aria-hidden="true" />}
      </Link>
    </div>
  );
}
