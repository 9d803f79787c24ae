/** Notifications as they are listed: with their texts, grouped by day. Pure. */
import type { DurableEvent } from '@/api/reservation-types';
import {
  type FindGroup,
  notificationsOf,
  type NotificationContent,
} from '@/entities/notification/notifications';
import { daysBetween, toIsoDate } from '@/lib/dates';
import { formatDay, formatInstant } from '@/lib/format';
import { NOTIFICATIONS } from './messages';

export type NotificationRow = NotificationContent & {
  seq: number;
  at: string;
  time: string;
  isNew: boolean;
};
export type Day = { date: string; label: string; rows: NotificationRow[] };

type Context = {
  find: FindGroup;
  /** The last number that was read when the list was opened. */
  seen: number;
  now: Date;
};

/** Newest first, in the order of the events. */
export function notificationsByDay(
  events: readonly DurableEvent[],
  { find, seen, now }: Context,
): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    const [notifications] = notificationsOf([event], find);
    if (notifications === undefined) continue;
    const { seq, at } = event;
    const date = toIsoDate(new Date(at));
    if (days.at(-1)?.date !== date) days.push({ date, label: dayLabel(date, now), rows: [] });
    days
      .at(-1)
      ?.rows.push({ ...notifications, seq, at, time: formatInstant(at), isNew: seq > seen });
  }
  return days;
}

function dayLabel(date: string, now: Date): string {
  const ago = daysBetween(date, toIsoDate(now));
  if (ago === 0) return NOTIFICATIONS.today;
  return ago === 1 ? NOTIFICATIONS.yesterday : formatDay(date, now);
}
