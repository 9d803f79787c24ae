/** One request as a row of the table; a card of the same cells on small screens. */
import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { Group } from '@/api/reservation-types';
import { formatDay, formatTime } from '@/lib/format';
import { useNow } from '@/lib/relative-time';
import { RELEASE_ZONE, wallClock } from '@/lib/zones';
import { datesText } from '@/entities/request/tables/booked-tables';
import { Ago } from '@/entities/request/ago';
import { ticketState, type TicketState } from '@/entities/request/group-state';
import { countdownText } from '@/entities/request/release';
import { STATUS } from '@/entities/request/status';
import { TABLE } from './messages';
import { rowName, sinceOf, stateLabel, timeText, venuesText } from './row-text';

type Props = {
  group: Group;
  /** Its position among the rows shown, from 0. */
  index: number;
  /** Pixels from the top of the rows. */
  top: number;
  /** A warning is about it. */
  hasConflict: boolean;
  /** The first row of another day of dinner. */
  startsDay: boolean;
  isSelected: boolean;
  /** The one row that Tab reaches. */
  isTabStop: boolean;
};

export const rowId = (groupId: number) => `request-table-row-${groupId}`;

export const TableRow = memo(function TableRow({
  group,
  index,
  top,
  hasConflict,
  startsDay,
  isSelected,
  isTabStop,
}: Props) {
  const state = ticketState(group);
  const venues = venuesText(group);
  return (
    <div
      role="row"
      id={rowId(group.group_id)}
      className="request-table-row"
      tabIndex={isTabStop ? 0 : -1}
      // The header is the first row.
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-group-id={group.group_id}
      data-starts-day={startsDay || undefined}
      data-status={group.status}
      data-tone={STATUS[state].tone}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className="request-table-check">
        <input
          type="checkbox"
          className="request-table-box"
          tabIndex={-1}
          aria-label={TABLE.select(rowName(group))}
          checked={isSelected}
          // The grid handles every click, with Shift and Ctrl.
          readOnly
        />
      </div>
      <div role="gridcell" className="request-table-client">
        {group.book_on_behalf ?? TABLE.none}
      </div>
      <div
        role="gridcell"
        className="request-table-venues"
        title={hasConflict ? `${venues}. ${TABLE.conflict}` : venues}
      >
        {hasConflict && (
          <>
            <TriangleAlert className="request-table-conflict" aria-hidden="true" />
            <span className="sr-only">{TABLE.conflict} </span>
          </>
        )}
        {venues}
      </div>
      <div role="gridcell" className="request-table-dates">
        {datesText(group)}
      </div>
      <div role="gridcell" className="request-table-time">
        {timeText(group)}
      </div>
      <div role="gridcell" className="request-table-party" data-label={TABLE.columns.party}>
        {group.party_size}
      </div>
      <div role="gridcell" className="request-table-state">
        <State group={group} state={state} />
      </div>
      <div role="gridcell" className="request-table-account" title={group.account_name}>
        {group.account_name}
      </div>
    </div>
  );
});

function State({ group, state }: { group: Group; state: TicketState }) {
  const Icon = STATUS[state].icon;
  return (
    <>
      <Icon aria-hidden="true" />
      {state === 'armed' && group.release_at !== null ? (
        <Opening opensAt={Date.parse(group.release_at)} />
      ) : (
        <>
          <b>{stateLabel(state)}</b> <SinceText group={group} state={state} />
        </>
      )}
    </>
  );
}

function SinceText({ group, state }: { group: Group; state: TicketState }) {
  const since = sinceOf(group, state);
  if (since === null) return null;
  return 'at' in since ? <Ago at={since.at} /> : <small>{since.day}</small>;
}

/** To the second in the last hour, before that the day in New York. */
function Opening({ opensAt }: { opensAt: number }) {
  const left = countdownText(opensAt, useNow());
  if (left !== null) return <b role="timer">{TABLE.opensIn(left)}</b>;
  const { date, time } = wallClock(RELEASE_ZONE, opensAt);
  return (
    <>
      <b>{TABLE.opens}</b>{' '}
      <small>
        {formatDay(date)}, {formatTime(time)}
      </small>
    </>
  );
}
