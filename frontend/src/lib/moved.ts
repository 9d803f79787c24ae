/** Return a copy of the list with one item moved to another place. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const copy = [...items];
  copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
}
