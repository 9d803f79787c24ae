/**
 * Which rows are selected and which one has the cursor. Pure: each function returns a new selection. `ids` are the rows
 * as shown. A row that is not shown does not count as selected.
 */

export type Selection = {
  selected: ReadonlySet<number>;
  /** The row with the keyboard's cursor, where a range ends. */
  cursor: number | null;
  /** Where a range begins. */
  anchor: number | null;
};

export const NOTHING: Selection = { selected: new Set(), cursor: null, anchor: null };

/** Add or remove one row and move the cursor there. */
export function toggled(now: Selection, id: number): Selection {
  const selected = new Set(now.selected);
  if (!selected.delete(id)) selected.add(id);
  return { selected, cursor: id, anchor: id };
}

/** Add all rows from the anchor to `id`; without a visible anchor `id` alone. */
export function extended(now: Selection, id: number, ids: readonly number[]): Selection {
  const end = ids.indexOf(id);
  if (end === -1) return now;
  const from = now.anchor === null ? -1 : ids.indexOf(now.anchor);
  const start = from === -1 ? end : from;
  const range = ids.slice(Math.min(start, end), Math.max(start, end) + 1);
  return {
    selected: new Set([...now.selected, ...range]),
    cursor: id,
    anchor: ids[start] ?? id,
  };
}

/** Move the cursor to a row without selecting it. */
export function withCursor(now: Selection, id: number): Selection {
  return { ...now, cursor: id, anchor: id };
}

/** Move the cursor by `by` rows, at most to the last one; without a cursor to the first. */
export function withCursorMoved(now: Selection, by: number, ids: readonly number[]): Selection {
  const next = rowAtDistance(now, by, ids);
  return next === undefined ? now : withCursor(now, next);
}

/** Move the cursor and add the rows in between. */
export function withRangeMoved(now: Selection, by: number, ids: readonly number[]): Selection {
  const next = rowAtDistance(now, by, ids);
  return next === undefined ? now : extended(now, next, ids);
}

/** Select all rows shown, or none if all of them are selected. */
export function allToggled(now: Selection, ids: readonly number[]): Selection {
  const isAll = ids.length > 0 && ids.every((id) => now.selected.has(id));
  return { ...now, selected: new Set(isAll ? [] : ids) };
}

export function cleared(now: Selection): Selection {
  return { ...now, selected: NOTHING.selected };
}

/** The selected rows among those shown, in their order. */
export function selectedIds(now: Selection, ids: readonly number[]): number[] {
  return now.selected.size === 0 ? [] : ids.filter((id) => now.selected.has(id));
}

function rowAtDistance(now: Selection, by: number, ids: readonly number[]): number | undefined {
  const at = now.cursor === null ? -1 : ids.indexOf(now.cursor);
  if (at === -1) return ids[0];
  return ids[Math.min(Math.max(at + by, 0), ids.length - 1)];
}
