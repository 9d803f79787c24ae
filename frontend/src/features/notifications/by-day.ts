/** The news as it is read: worded, and grouped by the day on which it happened. Pure. */
import type { DurableEvent } from '@/api/reservation-types';
import { type FindGroup, newsOf, type News } from '@/entities/notification/notifications';
import { daysBetween, formatClock, formatDay, toIsoDate } from '@/lib/dates';
import { NOTICES } from './messages';

export type Line = News & { seq: number; at: string; time: string; isNew: boolean };
export type Day = { date: string; label: string; lines: Line[] };

type Context = {
  find: FindGroup;
  /** The last number that had been read when the list was opened. */
  seen: number;
  now: Date;
};

/** Newest first, as the events come. */
export function linesByDay(events: readonly DurableEvent[], { find, seen, now }: Context): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    const [news] = newsOf([event], find);
    if (news === undefined) continue;
    const { seq, at } = event;
    const date = toIsoDate(new Date(at));
    if (days.at(-1)?.date !== date) days.push({ date, label: dayLabel(date, now), lines: [] });
    const time = formatClock(at).slice(0, 'HH:mm'.length);
    days.at(-1)?.lines.push({ ...news, seq, at, time, isNew: seq > seen });
  }
  return days;
}

function dayLabel(date: string, now: Date): string {
  const ago = daysBetween(date, toIsoDate(now));
  if (ago === 0) return NOTICES.today;
  return ago === 1 ? NOTICES.yesterday : formatDay(date, now);
}
