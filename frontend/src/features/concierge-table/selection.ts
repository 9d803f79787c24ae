/**
 * What is selected in the table and where the keyboard stands. Pure: a selection in, a selection out; `ids` are the
 * rows as they are shown. A row that is not shown is not selected, whatever was pressed before.
 */

export type Selection = {
  selected: ReadonlySet<number>;
  /** The row that the keyboard stands on, and where a range ends. */
  cursor: number | null;
  /** Where a range begins. */
  anchor: number | null;
};

export const NOTHING: Selection = { selected: new Set(), cursor: null, anchor: null };

/** Takes one row in or out, and stands on it. */
export function toggled(now: Selection, id: number): Selection {
  const selected = new Set(now.selected);
  if (!selected.delete(id)) selected.add(id);
  return { selected, cursor: id, anchor: id };
}

/** Takes in all rows from the anchor to `id`; without an anchor that is shown it is `id` alone. */
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

/** Stands on a row, without selecting it. */
export function stoodOn(now: Selection, id: number): Selection {
  return { ...now, cursor: id, anchor: id };
}

/** Stands `by` rows further down, at most on the last; where nothing was stood on, on the first. */
export function moved(now: Selection, by: number, ids: readonly number[]): Selection {
  const next = neighbour(now, by, ids);
  return next === undefined ? now : stoodOn(now, next);
}

/** The same, and takes in what lies between. */
export function dragged(now: Selection, by: number, ids: readonly number[]): Selection {
  const next = neighbour(now, by, ids);
  return next === undefined ? now : extended(now, next, ids);
}

/** All rows shown, or none when all of them are selected already. */
export function allToggled(now: Selection, ids: readonly number[]): Selection {
  const isAll = ids.length > 0 && ids.every((id) => now.selected.has(id));
  return { ...now, selected: new Set(isAll ? [] : ids) };
}

export function cleared(now: Selection): Selection {
  return { ...now, selected: NOTHING.selected };
}

/** The selected rows among those shown, in their order. */
export function chosen(now: Selection, ids: readonly number[]): number[] {
  return now.selected.size === 0 ? [] : ids.filter((id) => now.selected.has(id));
}

function neighbour(now: Selection, by: number, ids: readonly number[]): number | undefined {
  const at = now.cursor === null ? -1 : ids.indexOf(now.cursor);
  if (at === -1) return ids[0];
  return ids[Math.min(Math.max(at + by, 0), ids.length - 1)];
}
