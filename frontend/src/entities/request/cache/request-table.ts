/**
 * The data of the concierge's table: all groups by id, filled page by page and kept current by `changeTable` of
 * `group-changes.ts`. Pure. Groups are never removed, so pages may arrive in any order.
 */
import type { Group, GroupCounts, GroupPage, ListWarning, Source } from '@/api/reservation-types';

export type RequestTable = {
  groups: ReadonlyMap<number, Group>;
  /** For each group the event number up to which its page was current. */
  seqs: ReadonlyMap<number, number>;
  /** Newest first; the same array until a group is added. */
  order: readonly number[];
  counts: GroupCounts;
  warnings: ListWarning[];
  sources: Source[];
  /** The lowest of `seqs`: events after it may be missing from some group. */
  seq: number;
};

/** Add the groups of a page. A group that is known at a later event number stays. */
export function withPage(table: RequestTable | undefined, page: GroupPage): RequestTable {
  const groups = new Map(table?.groups);
  const seqs = new Map(table?.seqs);
  for (const group of page.groups) {
    const id = group.group_id;
    if ((seqs.get(id) ?? 0) > page.seq) continue;
    groups.set(id, group);
    seqs.set(id, page.seq);
  }
  const order =
    table?.order.length === groups.size ? table.order : [...groups.keys()].sort((a, b) => b - a);
  const { counts, warnings, sources } = page;
  return { groups, seqs, order, counts, warnings, sources, seq: table?.seq ?? page.seq };
}

/** `63 active for 24 clients`: the active requests of a concierge. */
export function liveText({ groups }: Pick<RequestTable, 'groups'>): string {
  const clients = new Set<string>();
  let live = 0;
  for (const { status, book_on_behalf } of groups.values()) {
    if (status !== 'active') continue;
    live += 1;
    if (book_on_behalf !== null) clients.add(book_on_behalf);
  }
  if (clients.size === 0) return `${live} active`;
  return `${live} active for ${clients.size} ${clients.size === 1 ? 'client' : 'clients'}`;
}
