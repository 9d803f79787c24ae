/** The requests of a long list by the week of the dinner; the section of those that have ended comes last. Pure. */
import type { Group } from '@/api/reservation-types';
import { addIsoDays, toIsoDate, toLocalDate, type IsoDate } from '@/lib/dates';
import { formatDay } from '@/lib/format';
import { upcomingTables } from '@/entities/request/tables/booked-tables';
import { pageMessages, SECTION_TITLES } from './messages';
import type { Section } from './sections';

/** A list with this many requests shows rows by week instead of tickets. */
export const MANY_REQUESTS = 12;

export type Week = { title: string; groups: Group[] };

const DAYS_OF_WEEK = 7;

type Placed = { section: Section; groups: readonly Group[] };

export function weeksOf(sections: readonly Placed[], now: number): Week[] {
  const today = toIsoDate(new Date(now));
  const inSections = (isFinished: boolean) =>
    sections
      .filter(({ section }) => (section === 'finished') === isFinished)
      .flatMap(({ groups }) => groups);
  const open = inSections(false)
    .map((group) => ({ group, date: dinnerOf(group, today, now) }))
    .sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
  const weeks = new Map<IsoDate, Group[]>();
  for (const { group, date } of open) {
    const monday = mondayOf(date);
    weeks.set(monday, [...(weeks.get(monday) ?? []), group]);
  }
  const finished = inSections(true);
  return [
    ...[...weeks].map(([monday, of]) => ({ title: titleOf(monday, today), groups: of })),
    ...(finished.length === 0 ? [] : [{ title: SECTION_TITLES.finished, groups: finished }]),
  ];
}

/** The next table's date, else the first date that is not over. */
function dinnerOf(group: Group, today: IsoDate, now: number): IsoDate {
  const [table] = upcomingTables(group, now);
  const dates = [...group.dates].sort();
  return table?.date ?? dates.find((date) => date >= today) ?? dates.at(-1) ?? today;
}

function mondayOf(date: IsoDate): IsoDate {
  const daysSinceMonday = (toLocalDate(date).getDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  return addIsoDays(date, -daysSinceMonday);
}

function titleOf(monday: IsoDate, today: IsoDate): string {
  const thisWeek = mondayOf(today);
  if (monday === thisWeek) return pageMessages.thisWeek;
  if (monday === addIsoDays(thisWeek, DAYS_OF_WEEK)) return pageMessages.nextWeek;
  return pageMessages.weekOf(formatDay(monday));
}
