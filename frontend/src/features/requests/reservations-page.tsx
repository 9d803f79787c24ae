/**
 * The list of requests: title, tabs, and sections of tickets with the timeline of the open one, or a concierge's
 * table, which is a chunk of its own.
 */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { meQuery } from '@/api/me';
import type { Group, GroupPage } from '@/api/reservation-types';
import { useRenderedCount } from '@/lib/loading/use-rendered-count';
import { useMinute } from '@/lib/relative-time';
import { PHONE, useMedia, WIDE } from '@/lib/use-media';
import { whenIdle } from '@/lib/loading/when-idle';
import { Button } from '@/ui/button';
import { lazyPanel } from '@/ui/overlays/lazy-panel';
import { lazyComponent } from '@/ui/lazy-component';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { liveText } from '@/entities/request/cache/request-table';
import { requestTableQuery } from '@/entities/request/cache/request-table-query';
import { tableCode } from '@/features/concierge-table/table-code';
import { groupTitle } from '@/entities/request/group-title';
import { counterText, type Usage } from '@/entities/request/limits';
import { filterOf, showsTable, type ListSearch } from '@/entities/request/list/list-search';
import { TableSkeleton, EmptyList, ListSkeleton } from '@/entities/request/list/list-states';
import { ListSources } from '@/entities/request/list/list-sources';
import { ListWarnings } from '@/entities/request/list/list-warnings';
import { listMessages, messages } from '@/entities/request/messages';
import { pageMessages, SECTION_TITLES } from './messages';
import { PageLinks } from './page-links';
import { countsQuery, groupListQuery } from '@/entities/request/cache/queries';
import { KeepView } from './keep-view';
import { Rail } from './rail';
import { Rows } from './rows';
import { TimelinePanel } from '@/features/timeline/timeline-panel';
import { StatusSelect, StatusTabs } from './status-tabs';
import type { TicketAction } from '@/entities/request/actions/ticket-actions';
import { useGroupActions } from '@/entities/request/actions/use-group-actions';
import { useOpenGroup } from '@/features/timeline/use-open-group';
import { useSectionPlacement } from './use-section-placement';
import { ViewSwitch } from './view-switch';
import { MANY_REQUESTS, weeksOf } from './weeks';
import './reservations.css';

/** A ticket costs as much to render as two cards. */
const TICKETS = 2;

const WeeklyRules = lazyPanel(
  async () => (await import('@/features/weekly/weekly-rules')).WeeklyRules,
);
const ConciergeTable = lazyPanel(tableCode, <TableSkeleton />);
const TimelineSheet = lazyComponent(
  async () => (await import('@/features/timeline/timeline-sheet')).TimelineSheet,
);

export function ReservationsPage({ search }: { search: ListSearch }) {
  const { data: user } = useQuery(meQuery);
  return showsTable(user, search) ? (
    <TablePage search={search} />
  ) : (
    <TicketsPage search={search} isConcierge={user?.is_concierge ?? false} />
  );
}

function TablePage({ search }: { search: ListSearch }) {
  // Selected separately, so that an event renders only what it changed.
  const { data: counts, isPending } = useQuery({
    ...requestTableQuery,
    select: (table) => table.counts,
  });
  const { data: live } = useQuery({ ...requestTableQuery, select: liveText });
  const tab = search.status ?? 'all';
  return (
    <main className="page" id="main">
      <div className="page-head requests-head">
        <PageTitle>{pageMessages.title}</PageTitle>
        <p>{live}</p>
        <ViewSwitch view="table" />
      </div>
      <StatusTabs tab={tab} counts={counts} />
      <StatusSelect tab={tab} counts={counts} />
      <ConciergeTable search={search} />
      {!isPending && <WeeklyRules />}
    </main>
  );
}

function TicketsPage({ search, isConcierge }: { search: ListSearch; isConcierge: boolean }) {
  const list = useQuery(groupListQuery(filterOf(search)));
  const counts = useQuery(countsQuery);
  const groups = list.data?.groups.length;
  const drawn = useRenderedCount(groups, TICKETS);
  const tab = search.status ?? 'all';
  const pages = list.data?.pages ?? 1;
  // Not while the page is another one's that is still shown.
  if (list.data?.page === Number(search.page ?? '1') && list.data.page > pages) {
    const last = pages === 1 ? undefined : String(pages);
    return <Navigate to="/reservations" search={{ ...search, page: last }} replace />;
  }
  if (groups === 0 && search.only !== undefined) {
    return <Navigate to="/reservations" search={{ ...search, only: undefined }} replace />;
  }
  return (
    <main className="page" id="main">
      <div className="page-head requests-head">
        <PageTitle>{pageMessages.title}</PageTitle>
        <p aria-live="polite">
          {counts.data !== undefined && (
            <Used
              used={counts.data.active_reservations}
              limit={counts.data.limit}
              activeGroups={list.data?.counts.active}
            />
          )}
        </p>
        {isConcierge && <ViewSwitch view="cards" />}
      </div>
      <StatusTabs tab={tab} counts={list.data?.counts} />
      <StatusSelect tab={tab} counts={list.data?.counts} />
      {drawn === 0 && groups !== 0 && !list.isLoadingError && <ListSkeleton />}
      {list.isLoadingError && (
        <LoadError
          title={messages.loadFailed}
          pending={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {groups === 0 && <EmptyList tab={tab} />}
      {list.data !== undefined && drawn > 0 && (
        <Tickets
          page={list.data}
          drawn={drawn}
          search={search}
          limit={counts.data?.limit ?? null}
          isConcierge={isConcierge}
          isCurrent={!list.isFetching && search.page === undefined}
        />
      )}
      {list.data !== undefined && drawn === groups && <WeeklyRules />}
    </main>
  );
}

type UsedProps = Usage & {
  /** The number on the Active tab; undefined until it is known. */
  activeGroups: number | undefined;
};

/** The plan's count, which is of dates and restaurants; the tab beside it counts requests. Without a plan, nothing. */
function Used({ used, limit, activeGroups = used }: UsedProps) {
  if (limit === 0) return null;
  return (
    <>
      <span>{counterText({ used, limit })}</span>
      {used !== activeGroups && <small>{listMessages.countedEach}</small>}
    </>
  );
}

/** The ticket whose button opened the timeline. A sheet is an entry of the browser's history, so Back closes it. */
type Opener = { groupId: number; isSheet: boolean };

type TicketsProps = {
  page: GroupPage;
  /** How many of its tickets are rendered by now, from the top. */
  drawn: number;
  search: ListSearch;
  limit: number | null;
  isConcierge: boolean;
  /** The server has answered for the newest groups, so later ones are new. */
  isCurrent: boolean;
};

function Tickets({ page, drawn, search, limit, isConcierge, isCurrent }: TicketsProps) {
  const isWide = useMedia(WIDE);
  const isPhone = useMedia(PHONE);
  const now = useMinute();
  const navigate = useNavigate();
  const { history } = useRouter();
  const [opener, setOpener] = useState<Opener | null>(null);
  const { act, dialogs } = useGroupActions();
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [search.open]);
  // Loaded early, so that the first click does not wait for the sheet's code.
  useEffect(() => {
    if (!isWide) void whenIdle().then(TimelineSheet.preload);
  }, [isWide]);

  const { groups } = page;
  const { sections, moved, newCount, showNew } = useSectionPlacement(
    groups,
    `${search.status ?? 'all'} ${search.page ?? '1'} ${search.only ?? ''}`,
    isCurrent,
  );
  const openId = search.open === undefined ? undefined : Number(search.open);
  const opened = useOpenGroup((id) => groups.find((group) => group.group_id === id), openId);

  const openTimeline = useCallback(
    (open: string | undefined, replace: boolean) =>
      navigate({
        to: '/reservations',
        search: (now) => ({ ...now, open }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  // Stable, so that a tick renders only its own tickets.
  const onAction = useCallback(
    (what: TicketAction, group: Group) => {
      if (what !== 'timeline') {
        act(what, group);
        return;
      }
      setOpener({ groupId: group.group_id, isSheet: !isWide });
      void openTimeline(String(group.group_id), isWide);
    },
    [act, openTimeline, isWide],
  );
  const onClose = () => {
    if (!isWide && opener?.isSheet === true && opener.groupId === openId) {
      // Going back takes a moment, and a second click must not go back further.
      if (!isClosing.current) history.back();
      isClosing.current = true;
    } else void openTimeline(undefined, true);
    if (opener !== null) document.getElementById(`timeline-of-${opener.groupId}`)?.focus();
  };

  // A concierge who asks for cards gets them.
  const isByWeek = groups.length >= MANY_REQUESTS && !isConcierge;
  const parts = isByWeek
    ? weeksOf(sections, now)
    : sections.map(({ section, groups: of }) => ({ title: SECTION_TITLES[section], groups: of }));
  const countBefore = (index: number) =>
    parts.slice(0, index).reduce((sum, one) => sum + one.groups.length, 0);
  const common = { limit, isConcierge, openId: openId ?? null, onAction };
  const lastMoved = groups.find(({ group_id }) => group_id === moved.at(-1));
  return (
    <div className="list-and-timeline" data-panel={(isWide && opened !== undefined) || undefined}>
      <KeepView moved={moved}>
        <p className="sr-only" role="status">
          {lastMoved !== undefined && !isByWeek && pageMessages.moved(groupTitle(lastMoved))}
        </p>
        <ListSources sources={page.sources} />
        <ListWarnings warnings={page.warnings} only={search.only} />
        {newCount > 0 && (
          <p className="new-requests" role="status">
            <Button size="sm" variant="ink" onClick={showNew}>
              {pageMessages.showNew(newCount)}
            </Button>
          </p>
        )}
        {parts.map(({ title, groups: shown }, index) => {
          const part = { title, groups: shown, drawn: drawn - countBefore(index), ...common };
          return isByWeek || isPhone ? (
            <Rows key={title} {...part} />
          ) : (
            <Rail key={title} {...part} moved={moved} />
          );
        })}
        <PageLinks page={page.page} pages={page.pages} />
      </KeepView>
      {opened !== undefined &&
        (isWide ? (
          <TimelinePanel
            group={opened}
            limit={limit}
            onAction={act}
            onClose={onClose}
            takesFocus={opener?.groupId === opened.group_id}
            asks={isByWeek || !groups.some(({ group_id }) => group_id === opened.group_id)}
          />
        ) : (
          <TimelineSheet group={opened} limit={limit} onAction={act} onClose={onClose} />
        ))}
      {dialogs}
    </div>
  );
}
