import { useMemo, useState } from 'react';
import { today } from '@/lib/dates';
import type { RequestTable } from '@/entities/request/cache/request-table';
import { arrange, matcher, type TableFilter } from './filter';

type RowOrder = {
  filter: string;
  order: readonly number[];
  /** Requests with a higher id arrived after the rows were arranged and wait for a click. */
  newest: number;
  ids: readonly number[];
};

const INITIAL: RowOrder = { filter: '', order: [], newest: 0, ids: [] };

/**
 * The rows in their order, kept while the filter is the same: a changed request stays in its row, and new requests
 * wait for a click, so nothing moves under the pointer.
 *
 * `isComplete`: everything has loaded once. Until then each page is arranged on arrival.
 */
export function useRowOrder(table: RequestTable, filter: TableFilter, isComplete: boolean) {
  const [saved, setSaved] = useState(INITIAL);
  const [wasComplete, setWasComplete] = useState(false);
  if (isComplete && !wasComplete) setWasComplete(true);
  const key = JSON.stringify(filter);
  const { groups, order, warnings } = table;
  const context = useMemo(
    () => ({ today: today(), conflicts: new Set(warnings.flatMap((one) => one.group_ids)) }),
    [warnings],
  );

  let now = saved;
  if (saved.filter !== key || saved.order !== order) {
    const isHeld = wasComplete && saved.filter === key;
    now = isHeld
      ? { ...saved, order }
      : {
          filter: key,
          order,
          newest: order[0] ?? 0,
          ids: arrange(groups, order, filter, context),
        };
    setSaved(now);
  }

  const { ids, newest } = now;
  const stale = useMemo(() => {
    const passes = matcher(filter, context);
    const matching = (id: number) => {
      const group = groups.get(id);
      return group !== undefined && passes(group);
    };
    const end = order.findIndex((id) => id <= newest);
    const newCount = order.slice(0, end === -1 ? order.length : end).filter(matching).length;
    // Only with these filters can an event make a row wrong where it is.
    const mayLeave = filter.status !== undefined || filter.needs !== undefined;
    return { newCount, movedCount: mayLeave ? ids.filter((id) => !matching(id)).length : 0 };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- filters with equal values are equal
  }, [groups, order, ids, newest, key, context]);

  return {
    ids,
    ...stale,
    /** Arrange again: add new requests and remove those that no longer match. */
    rearrange: () => {
      setSaved(INITIAL);
    },
  };
}
