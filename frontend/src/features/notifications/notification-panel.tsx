/**
 * The notification list in each of its states. Opening it marks all as read: the count disappears at once, the marks
 * of new entries stay while the list is open.
 */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createElement, useEffect, useEffectEvent, useState } from 'react';
import type { DurableEvent } from '@/api/reservation-types';
import type { FindGroup } from '@/entities/notification/notifications';
import { cachedGroup } from '@/entities/request/cache/cached-groups';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { SkeletonRows } from '@/ui/skeleton';
import { toastIcon } from '@/ui/toast/toast-icons';
import { BrowserPermission } from './browser-permission';
import { type NotificationRow, notificationsByDay } from './by-day';
import { NOTIFICATIONS } from './messages';
import './notifications.css';
import { targetLink } from '@/entities/notification/target-link';
import { notificationsQuery, type NotificationPages, useMarkSeen } from './queries';

const SKELETON_LINES = 4;

/** `onLeave`: a notification was clicked and its page opens. */
export function Panel({ onLeave }: { onLeave: () => void }) {
  const pages = useInfiniteQuery(notificationsQuery);
  const { data, isError, refetch, isFetching, fetchStatus } = pages;
  if (data === undefined) {
    if (isError) {
      return (
        <LoadError
          title={NOTIFICATIONS.failed}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      );
    }
    if (fetchStatus === 'paused') return <p className="hint">{NOTIFICATIONS.offline}</p>;
    return <SkeletonRows rows={SKELETON_LINES} className="h-14" label={NOTIFICATIONS.loading} />;
  }
  return (
    <>
      <LoadedPages data={data} onLeave={onLeave} />
      {pages.hasNextPage && (
        <Button
          size="sm"
          className="notification-older"
          pending={pages.isFetchingNextPage}
          pendingLabel={NOTIFICATIONS.loadingOlder}
          onClick={() => void pages.fetchNextPage()}
        >
          {NOTIFICATIONS.older}
        </Button>
      )}
      <BrowserPermission />
    </>
  );
}

function LoadedPages({ data, onLeave }: { data: NotificationPages; onLeave: () => void }) {
  const [first] = data.pages;
  const [seen] = useState(first?.seen ?? 0);
  const find = useFindGroup(data);
  useMarkRead(first?.events[0], first?.unseen ?? 0);
  const events = data.pages.flatMap((page) => page.events);
  const days = notificationsByDay(events, { find, seen, now: new Date() });
  if (days.length === 0) return <p className="hint">{NOTIFICATIONS.none}</p>;
  return days.map(({ date, label, rows }) => (
    <section key={date} aria-labelledby={`notices-${date}`}>
      <h3 className="notification-day" id={`notices-${date}`}>
        {label}
      </h3>
      <ul className="notification-list">
        {rows.map((row) => (
          <li key={row.seq}>
            <Entry row={row} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Entry({ row, onLeave }: { row: NotificationRow; onLeave: () => void }) {
  return (
    <Link
      {...targetLink(row.target)}
      className="notification-row"
      data-tone={row.tone}
      onClick={onLeave}
    >
      {createElement(toastIcon(row), { 'aria-hidden': true })}
      <b>
        {row.isNew && <span className="sr-only">{NOTIFICATIONS.isNew}: </span>}
        {row.title}
      </b>
      <time className="mono" dateTime={row.at}>
        {row.time}
      </time>
      {row.text !== undefined && row.text !== '' && <span>{row.text}</span>}
      {row.isNew && <i className="dot" aria-hidden="true" />}
    </Link>
  );
}

/** Finds the name of a group in the cache, else in the list's own data. */
function useFindGroup(data: NotificationPages): FindGroup {
  const queryClient = useQueryClient();
  return (groupId) => {
    const shown = cachedGroup(queryClient, groupId);
    if (shown !== undefined) return shown;
    const named = data.pages
      .flatMap((page) => page.groups)
      .find((group) => group.group_id === groupId);
    if (named === undefined) return undefined;
    const venues = named.venue_names.map((venue_name) => ({ venue_name }));
    return { venues, members: [], status: 'unsuccessful' };
  };
}

/** Reports once for each newest notification that everything up to it is read. */
function useMarkRead(newest: DurableEvent | undefined, unseen: number): void {
  const { mutate } = useMarkSeen();
  const read = useEffectEvent((seq: number) => {
    if (unseen > 0) mutate(seq);
  });
  const seq = newest?.seq;
  useEffect(() => {
    if (seq !== undefined) read(seq);
  }, [seq]);
}
