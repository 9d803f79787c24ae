import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { DurableEvent } from '@/api/reservation-types';
import type { NotificationsOf } from '@/entities/notification/notifications';
import { cachedGroup } from '@/entities/request/cache/cached-groups';
import { withLiveEvents } from './live-events';
import { showBrowserNotification } from './browser-notifications';
import { notificationsQuery } from './queries';
import { targetLink } from '@/entities/notification/target-link';
import { showTabBadge } from './tab-badge';

/** Handles live events: adds them to the list, and shows browser notifications while the page is hidden. */
export function useLiveEvents(): (
  events: readonly DurableEvent[],
  notificationsOf: NotificationsOf,
) => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (events, notificationsOf) => {
    const known = queryClient.getQueryData(notificationsQuery.queryKey);
    const next = known === undefined ? null : withLiveEvents(known, events, notificationsOf);
    if (next === null)
      void queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey });
    else queryClient.setQueryData(notificationsQuery.queryKey, next);

    const last = events.at(-1)?.seq ?? 0;
    const notifications = notificationsOf(events, (id) => cachedGroup(queryClient, id));
    const newest = notifications.at(-1);
    if (newest !== undefined) showTabBadge(newest.title);
    for (const [index, { target, title, text }] of notifications.entries()) {
      showBrowserNotification({
        title,
        ...(text === undefined ? {} : { text }),
        tag: `notifications-${last}-${index}`,
        onClick: () => void navigate(targetLink(target)),
      });
    }
  };
}
