/**
 * The list's state in the address: tab, page, open timeline, the groups of a warning, and a concierge's filters and
 * order. A filter can be kept as a bookmark.
 */
import * as v from 'valibot';
import type { GroupStatus } from '@/api/reservation-types';
import type { ListFilter } from '@/entities/request/cache/queries';

export const TABS = ['all', 'active', 'paused', 'confirmed', 'unsuccessful', 'canceled'] as const;
export type Tab = (typeof TABS)[number];

const STATUSES = [
  'active',
  'paused',
  'confirmed',
  'unsuccessful',
  'canceled',
] as const satisfies readonly GroupStatus[];

const SORTS = ['client', 'venue', 'date', 'status', 'account'] as const;
export type SortKey = (typeof SORTS)[number];
/** `-date` starts with the latest date; without a sort the next dinner is first. */
export type Sort = SortKey | `-${SortKey}`;

/** Which dates: today, Friday to Sunday, or the next seven days. */
export const WHENS = ['today', 'weekend', 'week'] as const;
export type When = (typeof WHENS)[number];

const text = v.fallback(
  v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  undefined,
);

export const listSearchSchema = v.object({
  status: v.fallback(v.optional(v.picklist(STATUSES)), undefined),
  page: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/))), undefined),
  /** The id of the group whose timeline is open. */
  open: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d+$/))), undefined),
  /**
   * Comma-separated ids: only these groups are shown. In the concierge's table also `conflicts`: all groups with a
   * warning.
   */
  only: v.fallback(
    v.optional(v.pipe(v.string(), v.regex(/^(\d{1,15}(,\d{1,15})*|conflicts)$/))),
    undefined,
  ),
  /** A concierge's list is a table unless cards are requested. */
  view: v.fallback(v.optional(v.picklist(['cards'])), undefined),
  client: text,
  account: text,
  venue: text,
  /** Typed text: client, restaurant, neighborhood, account or number. */
  q: text,
  when: v.fallback(v.optional(v.picklist(WHENS)), undefined),
  /** Only what needs an action of the user. */
  needs: v.fallback(v.optional(v.picklist(['me'])), undefined),
  sort: v.fallback(
    v.optional(v.picklist(SORTS.flatMap((key) => [key, `-${key}`] as [SortKey, `-${SortKey}`]))),
    undefined,
  ),
});
export type ListSearch = v.InferOutput<typeof listSearchSchema>;

/** Whether the list is a table: for a concierge, unless the address requests cards. */
export function showsTable(
  user: { is_concierge: boolean } | undefined,
  { view }: Pick<ListSearch, 'view'>,
): boolean {
  return user?.is_concierge === true && view !== 'cards';
}

export function filterOf({ status, page, only }: ListSearch): ListFilter {
  return {
    status,
    page: page === undefined || page === '1' ? undefined : Number(page),
    ids: onlyIds({ only }),
  };
}

/** The server accepts this many ids in one call. */
const MOST_IDS = 100;

function onlyIds({ only }: ListSearch): number[] | undefined {
  if (only === undefined || only === 'conflicts') return undefined;
  return only.split(',').slice(0, MOST_IDS).map(Number);
}
