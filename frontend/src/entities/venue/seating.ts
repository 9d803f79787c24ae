/** Reads a venue's seating types, which the specification sends as a JSON-encoded list of strings. */

/** Return the unique seating types in the venue's order; empty if the text cannot be read. */
export function seatingTypes(encoded: string): string[] {
  try {
    const list: unknown = JSON.parse(encoded);
    if (!Array.isArray(list)) return [];
    return [...new Set(list.filter((type): type is string => typeof type === 'string'))];
  } catch {
    return [];
  }
}
