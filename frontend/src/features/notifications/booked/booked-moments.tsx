/**
 * A booked table takes the screen once: when it is booked while the page is open, or on the first visit after that.
 * The unread notifications say which tables these are. A chime sounds for a table that is booked now, if the user
 * wants it.
 */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { meQuery } from '@/api/me';
import type { Group, OutcomeEvent } from '@/api/reservation-types';
import { isChosen, isScreenFree } from '@/entities/notification/booked-here';
import { groupQuery } from '@/entities/request/cache/queries';
import { upcomingTables, type BookedTable } from '@/entities/request/tables/booked-tables';
import { notificationsQuery, type NotificationPage } from '../queries';
import { BookedTicket } from './booked-ticket';
import { playChime } from './chime';
import { claim, claimed } from './claims';

/** How often a screen that is in use is looked at again. */
const LOOK_AGAIN_MS = 1000;
/** A booking that is reported later makes no sound. */
const CHIMES_WITHIN_MS = 30_000;

type Shown = { group: Group; table: BookedTable };

export function BookedMoments() {
  const queryClient = useQueryClient();
  const { data: user } = useQuery(meQuery);
  const { data } = useInfiniteQuery(notificationsQuery);
  const [shown, setShown] = useState<Shown | null>(null);
  const [firstPage] = data?.pages ?? [];
  const unread = firstPage === undefined ? [] : unreadBookings(firstPage);
  const newest = unread[0];
  // A concierge books for clients, many at a time: the table of requests shows them.
  const takesScreen = user?.is_concierge === false && shown === null;

  const show = useEffectEvent(async () => {
    if (newest === undefined || claimed('booked-shown').includes(newest.attempt_id)) return;
    const group = await queryClient.query(groupQuery(newest.group_id)).catch(() => null);
    // Not loaded: the next visit shows it.
    if (group === null || !isScreenFree()) return;
    const own = await claim(
      'booked-shown',
      unread.map(({ attempt_id }) => attempt_id),
    );
    const table = upcomingTables(group, Date.now()).find(({ id }) => id === newest.reservation_id);
    if (own.includes(newest.attempt_id) && table !== undefined) setShown({ group, table });
  });
  const chime = useEffectEvent(() => {
    if (newest === undefined || !isChosen('booked-chime')) return;
    if (Date.now() - Date.parse(newest.at) > CHIMES_WITHIN_MS) return;
    const id = newest.attempt_id;
    void playChime(async () => (await claim('booked-chimed', [id])).length > 0);
  });

  const newestId = newest?.attempt_id;
  useEffect(() => {
    if (newestId !== undefined) chime();
  }, [newestId]);
  useEffect(() => {
    if (newestId === undefined || !takesScreen) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      if (isScreenFree()) void show();
      else timer = setTimeout(look, LOOK_AGAIN_MS);
    };
    look();
    return () => {
      clearTimeout(timer);
    };
  }, [newestId, takesScreen]);

  return (
    shown !== null && (
      <BookedTicket
        {...shown}
        onClose={() => {
          setShown(null);
        }}
      />
    )
  );
}

/** The unread notifications about booked tables, newest first. */
function unreadBookings({ events, seen }: NotificationPage): OutcomeEvent[] {
  return events.filter(
    (event): event is OutcomeEvent =>
      event.type === 'reservation.outcome' && event.kind === 'booked' && event.seq > seen,
  );
}
