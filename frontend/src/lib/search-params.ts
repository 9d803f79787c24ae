/**
 * Search parameters as plain strings. The router's own parser reads values as JSON, which rounds a reset token of
 * digits and turns `ref=true` into a boolean.
 */

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Leaves out empty values, so a cleared filter disappears from the address. */
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
