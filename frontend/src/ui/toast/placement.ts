/** Where the toasts stand: at the first place at which they cover no control of the page. */

export type Box = { left: number; top: number; right: number; bottom: number };
export type Point = { left: number; top: number };
export type Size = { width: number; height: number };

type Question = {
  size: Size;
  /** The part of the screen in which toasts may stand. */
  view: Box;
  /** What they must not cover. */
  taken: readonly Box[];
  /** Where they stand: they stay there while it is free. */
  current: Point | null;
};

/** The right edge before the left one and the middle, and each from the bottom up. Null: there is no free place. */
export function findPlace({ size, view, taken, current }: Question): Point | null {
  const isFree = (place: Point) => {
    const box = boxAt(place, size);
    return contains(view, box) && !taken.some((other) => overlaps(box, other));
  };
  if (current !== null && isFree(current)) return current;
  const lefts = [
    view.right - size.width,
    view.left,
    Math.round((view.left + view.right - size.width) / 2),
  ];
  const tops = [view.bottom, ...taken.map(({ top }) => top)]
    .map((bottom) => bottom - size.height)
    .sort((a, b) => b - a);
  for (const top of tops) {
    const left = lefts.find((candidate) => isFree({ left: candidate, top }));
    if (left !== undefined) return { left, top };
  }
  return null;
}

function boxAt({ left, top }: Point, { width, height }: Size): Box {
  return { left, top, right: left + width, bottom: top + height };
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    inner.right <= outer.right &&
    inner.bottom <= outer.bottom
  );
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
