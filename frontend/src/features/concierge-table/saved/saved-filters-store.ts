/** The filters that a user has named, in this browser's storage. */
import * as v from 'valibot';
import { useState } from 'react';
import { listSearchSchema, type ListSearch } from '@/entities/request/list/list-search';

export const MOST_FILTERS = 20;
export const MOST_NAME = 40;

export type SavedFilter = { name: string; search: ListSearch };

const schema = v.pipe(
  v.array(v.object({ name: v.pipe(v.string(), v.maxLength(MOST_NAME)), search: listSearchSchema })),
  v.maxLength(MOST_FILTERS),
);

const key = (userId: number) => `table-filters:${userId}`;

export function readFilters(userId: number): SavedFilter[] {
  try {
    const parsed = v.safeParse(schema, JSON.parse(localStorage.getItem(key(userId)) ?? '[]'));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}

/** The filters and their changes. A name that exists is replaced; the newest comes last. */
export function useSavedFilters(userId: number) {
  const [filters, setFilters] = useState(() => readFilters(userId));
  const write = (next: SavedFilter[]) => {
    setFilters(next);
    localStorage.setItem(key(userId), JSON.stringify(next));
  };
  return {
    filters,
    save: (name: string, search: ListSearch) => {
      write([...filters.filter((one) => one.name !== name), { name, search }]);
    },
    remove: (name: string) => {
      write(filters.filter((one) => one.name !== name));
    },
  };
}
