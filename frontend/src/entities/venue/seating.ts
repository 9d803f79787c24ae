/** The specification sends a venue's seating types as a JSON-encoded list of strings. */

/** The unique seating types, in the venue's order; empty when what was sent cannot be read. */
export function seatingTypes(encoded: string): string[] {
  try {
    const list: unknown = JSON.parse(encoded);
    if (!Array.isArray(list)) return [];
    return [...new Set(list.filter((type): type is string => typeof type === 'string'))];
  } catch {
    return [];
  }
}
