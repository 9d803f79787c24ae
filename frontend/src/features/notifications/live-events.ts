/** Adds live events to the cached notification list. Pure. */
import { MAX_UNSEEN } from './messages';
import type { DurableEvent } from '@/api/reservation-types';
import type { NotificationsOf } from '@/entities/notification/notifications';
import { type NotificationPages, type NotificationPage, withFirst } from './queries';

/** Null if the numbers have a gap: only the server knows what is missing. */
export function withLiveEvents(
  known: NotificationPages,
  events: readonly DurableEvent[],
  notificationsOf: NotificationsOf,
): NotificationPages | null {
  const [first] = known.pages;
  if (first === undefined) return known;
  const newEvents = events.filter(({ seq }) => seq > first.last_seq);
  const last = newEvents.at(-1);
  if (last === undefined) return known;
  if (last.seq - first.last_seq !== newEvents.length) return null;
  const knownSeqs = new Set(first.events.map(({ seq }) => seq));
  const notifications = newEvents.filter(
    (event): event is NotificationPage['events'][number] =>
      notificationsOf([event], () => undefined).length > 0,
  );
  return withFirst(known, (page): NotificationPage => ({
    ...page,
    // The list may have been read a moment after its number.
    events: [...notifications.filter(({ seq }) => !knownSeqs.has(seq)).reverse(), ...page.events],
    unseen: Math.min(MAX_UNSEEN, page.unseen + notifications.length),
    last_seq: last.seq,
  }));
}
