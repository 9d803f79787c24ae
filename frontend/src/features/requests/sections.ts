/** The sections of the page of requests, from its top, and which one a group belongs to. Pure. */
import type { Group } from '@/api/reservation-types';
import { upcomingTables } from '@/entities/request/tables/booked-tables';

export const SECTIONS = ['tables', 'active', 'paused', 'finished'] as const;
export type Section = (typeof SECTIONS)[number];

/** `rank` orders tables by dinner date and time; it is empty in the other sections, which are newest first. */
export type Place = { section: Section; rank: string };

export function placeOf(group: Group, now: number): Place {
  const [table] = upcomingTables(group, now);
  if (table !== undefined) {
    return { section: 'tables', rank: `${table.date} ${table.booked.time}` };
  }
  const { status } = group;
  return { section: status === 'active' || status === 'paused' ? status : 'finished', rank: '' };
}

/** A group keeps its place while the page is open, but a table moves to the tables at once. */
export function nextPlace(before: Place | undefined, group: Group, now: number): Place {
  const place = placeOf(group, now);
  const isNewTable = place.section === 'tables' && before?.section !== 'tables';
  return before === undefined || isNewTable ? place : before;
}
