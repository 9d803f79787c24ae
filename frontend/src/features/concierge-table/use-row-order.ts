import { useMemo, useState } from 'react';
import { today } from '@/lib/dates';
import type { Desk } from '@/entities/request/cache/request-table';
import { arrange, matcher, type DeskFilter } from './filter';

type Kept = {
  filter: string;
  order: readonly number[];
  /** Requests with a higher id came after the rows were arranged and wait for a press. */
  newest: number;
  ids: readonly number[];
};

const NOT_YET: Kept = { filter: '', order: [], newest: 0, ids: [] };

/**
 * The rows in their order, kept for as long as the filter is the same: what an event changes stays in its row, and
 * what is filed meanwhile waits to be asked for, so that nothing moves under the pointer.
 *
 * `isComplete`: everything has been loaded once. Until then each page finds its place.
 */
export function useArrangement(desk: Desk, filter: DeskFilter, isComplete: boolean) {
  const [kept, setKept] = useState(NOT_YET);
  const [wasComplete, setWasComplete] = useState(false);
  if (isComplete && !wasComplete) setWasComplete(true);
  const key = JSON.stringify(filter);
  const { groups, order, warnings } = desk;
  const around = useMemo(
    () => ({ today: today(), conflicts: new Set(warnings.flatMap((one) => one.group_ids)) }),
    [warnings],
  );

  let now = kept;
  if (kept.filter !== key || kept.order !== order) {
    const isHeld = wasComplete && kept.filter === key;
    now = isHeld
      ? { ...kept, order }
      : {
          filter: key,
          order,
          newest: order[0] ?? 0,
          ids: arrange(groups, order, filter, around),
        };
    setKept(now);
  }

  const { ids, newest } = now;
  const stale = useMemo(() => {
    const passes = matcher(filter, around);
    const matching = (id: number) => {
      const group = groups.get(id);
      return group !== undefined && passes(group);
    };
    const end = order.findIndex((id) => id <= newest);
    const fresh = order.slice(0, end === -1 ? order.length : end).filter(matching).length;
    // Only what events change can make a row wrong where it stands.
    const mayLeave = filter.status !== undefined || filter.needs !== undefined;
    return { fresh, gone: mayLeave ? ids.filter((id) => !matching(id)).length : 0 };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a filter is the same when it says the same
  }, [groups, order, ids, newest, key, around]);

  return {
    ids,
    ...stale,
    /** Rearranges: new requests come in, and what has moved on leaves. */
    renew: () => {
      setKept(NOT_YET);
    },
  };
}
