import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { DurableEvent } from '@/api/reservation-types';
import { newsOf } from '@/entities/notification/notifications';
import { shownGroup } from '@/entities/request/cache/cached-groups';
import { withArrivals } from './live-events';
import { showBrowserNotice } from './browser-notifications';
import { newsQuery } from './queries';
import { placeOf } from './target-link';
import { markTab } from './tab-badge';

/** Takes what happens live: the list has it at once, and the browser tells it where the page is not looked at. */
export function useArrivals(): (events: readonly DurableEvent[]) => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (events) => {
    const known = queryClient.getQueryData(newsQuery.queryKey);
    const next = known === undefined ? null : withArrivals(known, events);
    if (next === null) void queryClient.invalidateQueries({ queryKey: newsQuery.queryKey });
    else queryClient.setQueryData(newsQuery.queryKey, next);

    const last = events.at(-1)?.seq ?? 0;
    const news = newsOf(events, (id) => shownGroup(queryClient, id));
    const newest = news.at(-1);
    if (newest !== undefined) markTab(newest.title);
    for (const [index, { target, title, text }] of news.entries()) {
      showBrowserNotice({
        title,
        ...(text === undefined ? {} : { text }),
        tag: `news-${last}-${index}`,
        onPress: () => void navigate(placeOf(target)),
      });
    }
  };
}
