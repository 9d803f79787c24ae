/** The list's state in the address: tab, page, open timeline, and the groups a warning is about. */
import * as z from 'zod/mini';
import type { GroupStatus } from '@/api/reservation-types';
import type { ListFilter } from './queries';

export const TABS = ['all', 'active', 'paused', 'confirmed', 'unsuccessful', 'canceled'] as const;
export type Tab = (typeof TABS)[number];

const STATUSES = [
  'active',
  'paused',
  'confirmed',
  'unsuccessful',
  'canceled',
] as const satisfies readonly GroupStatus[];

export const listSearchSchema = z.object({
  status: z.catch(z.optional(z.enum(STATUSES)), undefined),
  page: z.catch(z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/))), undefined),
  /** A group's id, or `none` when its timeline was closed. */
  open: z.catch(z.optional(z.string().check(z.regex(/^(\d+|none)$/))), undefined),
  /** Ids with commas: only these groups are shown. */
  only: z.catch(z.optional(z.string().check(z.regex(/^\d+(,\d+)*$/))), undefined),
});
export type ListSearch = z.infer<typeof listSearchSchema>;

export function filterOf({ status, page }: ListSearch): ListFilter {
  return { status, page: page === undefined || page === '1' ? undefined : Number(page) };
}

export function onlyIds({ only }: ListSearch): ReadonlySet<number> | null {
  return only === undefined ? null : new Set(only.split(',').map(Number));
}
