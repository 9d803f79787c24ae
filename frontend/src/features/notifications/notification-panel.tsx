/** The list of news in each of its states. To look at it is to have read it: the count goes, the marks stay meanwhile. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, CircleSlash, Eye } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DurableEvent } from '@/api/reservation-types';
import type { FindGroup, News } from '@/entities/notification/notifications';
import { shownGroup } from '@/entities/request/cache/cached-groups';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import { SkeletonRows } from '@/ui/skeleton';
import { BrowserAsk } from './browser-permission';
import { type Line, linesByDay } from './by-day';
import { NOTICES } from './messages';
import './notifications.css';
import { placeOf } from './target-link';
import { newsQuery, type NewsData, useMarkSeen } from './queries';

const SKELETON_LINES = 4;

/** `onLeave`: a line was pressed, and its page opens. */
export function Panel({ onLeave }: { onLeave: () => void }) {
  const pages = useInfiniteQuery(newsQuery);
  const { data, isError, refetch, isFetching, fetchStatus } = pages;
  if (data === undefined) {
    if (isError) {
      return (
        <LoadError title={NOTICES.failed} onRetry={() => void refetch()} pending={isFetching} />
      );
    }
    if (fetchStatus === 'paused') return <p className="hint">{NOTICES.offline}</p>;
    return <SkeletonRows rows={SKELETON_LINES} className="h-14" label={NOTICES.loading} />;
  }
  return (
    <>
      <Known data={data} onLeave={onLeave} />
      {pages.hasNextPage && (
        <Button
          size="sm"
          className="notices-older"
          pending={pages.isFetchingNextPage}
          pendingLabel="Loading…"
          onClick={() => void pages.fetchNextPage()}
        >
          {NOTICES.older}
        </Button>
      )}
      <BrowserAsk />
    </>
  );
}

function Known({ data, onLeave }: { data: NewsData; onLeave: () => void }) {
  const [first] = data.pages;
  const [seen] = useState(first?.seen ?? 0);
  const find = useFind(data);
  useReading(first?.events[0], first?.unseen ?? 0);
  const events = data.pages.flatMap((page) => page.events);
  const days = linesByDay(events, { find, seen, now: new Date() });
  if (days.length === 0) return <p className="hint">{NOTICES.none}</p>;
  return days.map(({ date, label, lines }) => (
    <section key={date} aria-labelledby={`notices-${date}`}>
      <h3 className="notices-day" id={`notices-${date}`}>
        {label}
      </h3>
      <ul className="notices">
        {lines.map((line) => (
          <li key={line.seq}>
            <Entry line={line} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

const ICONS: Record<News['tone'], typeof Check> = {
  confirmed: Check,
  watching: Eye,
  seen: CircleAlert,
  unsuccessful: CircleSlash,
};

function Entry({ line, onLeave }: { line: Line; onLeave: () => void }) {
  const Icon = ICONS[line.tone];
  return (
    <Link {...placeOf(line.target)} className="notice-line" data-tone={line.tone} onClick={onLeave}>
      <Icon aria-hidden="true" />
      <b>
        {line.isNew && <span className="sr-only">{NOTICES.isNew}: </span>}
        {line.title}
      </b>
      <time className="mono" dateTime={line.at}>
        {line.time}
      </time>
      {line.text !== undefined && line.text !== '' && <span>{line.text}</span>}
      {line.isNew && <i className="dot" aria-hidden="true" />}
    </Link>
  );
}

/** Names of groups: as they are shown elsewhere, else as the list brought them. */
function useFind(data: NewsData): FindGroup {
  const queryClient = useQueryClient();
  return (groupId) => {
    const shown = shownGroup(queryClient, groupId);
    if (shown !== undefined) return shown;
    const named = data.pages
      .flatMap((page) => page.groups)
      .find((group) => group.group_id === groupId);
    if (named === undefined) return undefined;
    const venues = named.venue_names.map((venue_name) => ({ venue_name }));
    return { venues, members: [], status: 'unsuccessful' };
  };
}

/** Says once for each newest line that all is read up to it. */
function useReading(newest: DurableEvent | undefined, unseen: number): void {
  const { mutate } = useMarkSeen();
  const read = useEffectEvent((seq: number) => {
    if (unseen > 0) mutate(seq);
  });
  const seq = newest?.seq;
  useEffect(() => {
    if (seq !== undefined) read(seq);
  }, [seq]);
}
