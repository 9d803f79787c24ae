/**
 * What the concierge's table holds: all groups of the user by id, filled page by page and kept true by events. Pure.
 * A user's groups never go away, so pages only add to what is there, in whatever order they come.
 */
import type { Group, GroupCounts, GroupPage, ListWarning, Source } from '@/api/reservation-types';
import { moveCount, type GroupChanges } from './group-changes';

export type Desk = {
  groups: ReadonlyMap<number, Group>;
  /** For each group the number of the event up to which its page was true. */
  seqs: ReadonlyMap<number, number>;
  /** Newest first; the same array for as long as no group comes. */
  order: readonly number[];
  counts: GroupCounts;
  warnings: ListWarning[];
  sources: Source[];
  /** The lowest of `seqs`: what was read before it may be missing from some group. */
  seq: number;
};

/** The desk with the groups of a page. What is known from a later moment than the page stays as it is. */
export function withPage(desk: Desk | undefined, page: GroupPage): Desk {
  const groups = new Map(desk?.groups);
  const seqs = new Map(desk?.seqs);
  for (const group of page.groups) {
    const id = group.group_id;
    if ((seqs.get(id) ?? 0) > page.seq) continue;
    groups.set(id, group);
    seqs.set(id, page.seq);
  }
  const order =
    desk?.order.length === groups.size ? desk.order : [...groups.keys()].sort((a, b) => b - a);
  const { counts, warnings, sources } = page;
  return { groups, seqs, order, counts, warnings, sources, seq: desk?.seq ?? page.seq };
}

/** Changes groups and keeps the tab counts true to them; the same desk when nothing changed. */
export function changeDesk(desk: Desk, changes: GroupChanges): Desk {
  let groups: Map<number, Group> | null = null;
  let { counts } = desk;
  for (const [id, change] of changes) {
    const before = desk.groups.get(id);
    const after = before === undefined ? undefined : change(before);
    if (before === undefined || after === undefined || after === before) continue;
    groups ??= new Map(desk.groups);
    groups.set(id, after);
    counts = moveCount(counts, before.status, after.status);
  }
  return groups === null ? desk : { ...desk, groups, counts };
}

/** `63 live for 24 clients`: what a concierge has on the pass. */
export function liveText({ groups }: Pick<Desk, 'groups'>): string {
  const clients = new Set<string>();
  let live = 0;
  for (const { status, book_on_behalf } of groups.values()) {
    if (status !== 'active') continue;
    live += 1;
    if (book_on_behalf !== null) clients.add(book_on_behalf);
  }
  if (clients.size === 0) return `${live} live`;
  return `${live} live for ${clients.size} ${clients.size === 1 ? 'client' : 'clients'}`;
}
