/**
 * The rows: only those near the screen are in the document. Owns scrolling, focus and the meaning of a click on a
 * row; the parent owns the selection.
 */
import { useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { Group } from '@/api/reservation-types';
import type { IsoDate } from '@/lib/dates';
import { dinnerOf } from './filter';
import { TABLE } from './messages';
import { TableRow, rowId } from './table-row';
import type { Selection } from './selection';

/** Height of a row with its gap, in rem as in the style sheet: rows grow with the user's font size. */
const ROW_REM = { wide: 3, narrow: 7.5 };
/** Rows below the edge of the screen, ready for a scroll; above it the bar hides as many. */
const ROWS_BELOW = 3;

export type RowAction = 'open' | 'toggle' | 'extend';

type Props = {
  ids: readonly number[];
  groups: ReadonlyMap<number, Group>;
  /** The requests that a warning is about. */
  conflicts: ReadonlySet<number>;
  /** The day of today if the rows are grouped by the day of the dinner, else null. */
  groupedFrom: IsoDate | null;
  selection: Selection;
  isWide: boolean;
  /** Increases when the keyboard moved the cursor and the row is to take the focus. */
  focusRequests: number;
  onRowAction: (handleClick: RowAction, id: number) => void;
  head: ReactNode;
};

export function TableGrid({
  ids,
  groups,
  conflicts,
  groupedFrom,
  selection,
  isWide,
  focusRequests,
  onRowAction,
  head,
}: Props) {
  const body = useRef<HTMLDivElement>(null);
  const top = useTopOf(body);
  const cursorIndex = selection.cursor === null ? -1 : ids.indexOf(selection.cursor);
  const rowHeight = (isWide ? ROW_REM.wide : ROW_REM.narrow) * rem();
  const virtualizer = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => rowHeight,
    overscan: ROWS_BELOW,
    scrollMargin: top,
    getItemKey: (index) => ids[index] ?? index,
    // The row with the focus stays mounted, or the focus would be lost.
    rangeExtractor: (range) => withRow(range, cursorIndex),
  });
  const items = virtualizer.getVirtualItems();
  const tabStop = cursorIndex === -1 ? items[0]?.index : cursorIndex;

  const cursor = selection.cursor;
  useEffect(() => {
    if (focusRequests > 0 && cursor !== null) document.getElementById(rowId(cursor))?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each increase, for the cursor at that time
  }, [focusRequests]);

  const startsDay = (index: number, today: IsoDate) => {
    const [before, group] = [ids[index - 1], ids[index]].map((id) => groups.get(id ?? 0));
    if (before === undefined || group === undefined) return false;
    return dinnerOf(before, today) !== dinnerOf(group, today);
  };

  const handleClick = (event: MouseEvent) => {
    const { target } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-group-id]') : null;
    if (row === null || !(target instanceof Element)) return;
    const isCheck =
      target.closest('.request-table-check') !== null || event.ctrlKey || event.metaKey;
    onRowAction(
      event.shiftKey ? 'extend' : isCheck ? 'toggle' : 'open',
      Number(row.dataset.groupId),
    );
  };

  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the focused rows handle the keys
    <div
      role="grid"
      tabIndex={-1}
      className="request-table"
      aria-label={TABLE.title}
      aria-rowcount={ids.length + 1}
      aria-multiselectable="true"
      onClick={handleClick}
      // Shift-click selects rows, not text.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
    >
      {head}
      <div
        role="rowgroup"
        ref={body}
        className="request-table-body"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, start }) => {
          const group = groups.get(ids[index] ?? 0);
          return (
            group !== undefined && (
              <TableRow
                key={group.group_id}
                group={group}
                index={index}
                top={start - top}
                hasConflict={conflicts.has(group.group_id)}
                startsDay={groupedFrom !== null && startsDay(index, groupedFrom)}
                isSelected={selection.selected.has(group.group_id)}
                isTabStop={index === tabStop}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

function withRow({ startIndex, endIndex, overscan, count }: Range, index: number): number[] {
  const end = Math.min(endIndex + overscan, count - 1);
  const rows = Array.from({ length: end - startIndex + 1 }, (_, at) => startIndex + at);
  return index === -1 || rows.includes(index) ? rows : [...rows, index].sort((a, b) => a - b);
}

function rem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

/** Where an element begins on the page, in pixels; content above it may change. */
function useTopOf(element: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current === null) return;
      setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return top;
}
