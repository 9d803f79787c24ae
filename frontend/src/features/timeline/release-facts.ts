/** What the entries of a timeline say about the seconds after a release, and how soon to load them again. Pure. */
import type { Group, TimelineEntry } from '@/api/reservation-types';

/** An entry with its time since the release, in milliseconds. */
export type ReleaseFact = { entry: TimelineEntry; offset: number };

const CATCH_UP_MS = 60_000;
const LIVE_MS = 2000;
/** The first look may begin shortly before the release. */
const BEFORE_MS = 2000;
/** Longer than the burst of looks after a release. */
const AFTER_MS = 120_000;
const MOST = 12;
const KINDS: ReadonlySet<string> = new Set([
  'fired',
  'seen',
  'opened',
  'passed_over',
  'held_back',
  'booking',
  'booked',
  'lost',
  'refused',
  'unknown',
  'verifying',
  'watching',
  'continued',
]);
/** Each reservation of a group has these; the first one says it for all. */
const ONCE: ReadonlySet<string> = new Set(['fired', 'watching', 'continued']);

/** The instant of a request's release in Unix milliseconds; null if it has none. */
export function releaseInstant({
  release_at,
  missed_release_at,
}: Pick<Group, 'release_at' | 'missed_release_at'>): number | null {
  const at = release_at ?? missed_release_at;
  return at === null ? null : Date.parse(at);
}

/** The facts of a release, oldest first, at most twelve. None without a first look: the rest is no release. */
export function releaseFacts(
  newestFirst: readonly TimelineEntry[],
  opensAt: number,
): ReleaseFact[] {
  const named = new Set<string>();
  const facts = [...newestFirst]
    .reverse()
    .map((entry) => ({ entry, offset: Date.parse(entry.at) - opensAt }))
    .filter(({ entry: { kind }, offset }) => {
      if (!KINDS.has(kind) || offset < -BEFORE_MS || offset > AFTER_MS) return false;
      if (!ONCE.has(kind)) return true;
      const isFirst = !named.has(kind);
      named.add(kind);
      return isFirst;
    })
    .sort((a, b) => a.offset - b.offset);
  const first = facts.findIndex(({ entry }) => entry.kind === 'fired');
  return first === -1 ? [] : facts.slice(first, first + MOST);
}

/** How soon to load a timeline again: often in the minute after a release, because no event reports each entry. */
export function reloadAfter(opensAt: number | null, now: number): number {
  if (opensAt === null || now - opensAt >= CATCH_UP_MS) return CATCH_UP_MS;
  return now >= opensAt ? LIVE_MS : Math.min(CATCH_UP_MS, opensAt - now + LIVE_MS / 2);
}
