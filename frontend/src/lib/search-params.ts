/**
 * Search parameters as plain strings. The router's own parser reads values as JSON, which turns a reset
 * token of digits into a rounded number and `ref=true` into a boolean (frontend.md §1.4).
 */

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Leaves out what is empty, so that a cleared filter leaves a clean address. */
export function stringifySearch(
  search: Record<string, string | number | boolean | null | undefined>,
): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue;
    params.set(key, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
