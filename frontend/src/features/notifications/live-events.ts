/** Puts events that have just happened on top of the news that is known. Pure. */
import type { DurableEvent } from '@/api/reservation-types';
import { newsOf } from '@/entities/notification/notifications';
import { type NewsData, type NewsPage, withFirst } from './queries';

/** The server counts no further. */
const MOST_UNSEEN = 100;

/** Null when the numbers have a hole: something is missing, and only the server knows what. */
export function withArrivals(known: NewsData, events: readonly DurableEvent[]): NewsData | null {
  const [first] = known.pages;
  if (first === undefined) return known;
  const fresh = events.filter(({ seq }) => seq > first.last_seq);
  const last = fresh.at(-1);
  if (last === undefined) return known;
  if (last.seq - first.last_seq !== fresh.length) return null;
  const there = new Set(first.events.map(({ seq }) => seq));
  const news = fresh.filter(isNews);
  return withFirst(known, (page): NewsPage => ({
    ...page,
    // The list may have been read a moment after its number was.
    events: [...news.filter(({ seq }) => !there.has(seq)).reverse(), ...page.events],
    unseen: Math.min(MOST_UNSEEN, page.unseen + news.length),
    last_seq: last.seq,
  }));
}

function isNews(event: DurableEvent): event is NewsPage['events'][number] {
  return newsOf([event], () => undefined).length > 0;
}
