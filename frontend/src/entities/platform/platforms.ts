/**
 * The booking platforms: names, home pages and features, as GET /api/platforms/ lists them. The served page has the
 * same list, so it is known before the first paint. Code asks here for a feature and never compares keys.
 */
import type { Platform } from '@/api/types';
import { formatList } from '@/lib/format';

let known: ReadonlyMap<string, Platform> = byKey(inPage());

/** The platforms in the order in which pages list them. */
export function platforms(): Platform[] {
  return [...known.values()];
}

export function setPlatforms(list: readonly Platform[]): void {
  known = byKey(list);
}

/** The name that users read. A platform that is not in the list is named by its key. */
export function platformName(key: string): string {
  return known.get(key)?.name ?? key;
}

/** The address of the home page; undefined for a platform that is not in the list. */
export function platformHome(key: string): string | undefined {
  return known.get(key)?.home_url;
}

/** Whether users can file release requests for the platform's restaurants. */
export function offersRelease(key: string): boolean {
  return known.get(key)?.offers_release ?? false;
}

/** Whether a booking at the platform can carry a note to the restaurant. */
export function takesNote(key: string): boolean {
  return known.get(key)?.takes_note ?? false;
}

/** The name in the sentence about releases (specification §6): the key, capitalized, as in the server's sentence. */
export function nameInRelease(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

/** The names of all platforms, joined by `or`. */
export function anyPlatform(): string {
  const names = platforms().map(({ name }) => name);
  return formatList(names, 'disjunction');
}

function byKey(list: readonly Platform[]): ReadonlyMap<string, Platform> {
  return new Map(list.map((platform) => [platform.key, platform]));
}

/** The list in the served page. The development server's page has none. */
function inPage(): readonly Platform[] {
  if (typeof document === 'undefined') return [];
  const list = document.getElementById('platforms');
  return list === null ? [] : (JSON.parse(list.textContent) as Platform[]);
}
