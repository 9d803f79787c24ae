/**
 * The list of requests: title, tabs, and below them two rails of tickets with the timeline of the one that is open,
 * or a concierge's table, which comes as a chunk of its own.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { meQuery } from '@/api/me';
import type { Group, GroupPage } from '@/api/reservation-types';
import { useDrawn } from '@/lib/loading/use-rendered-count';
import { useMedia } from '@/lib/use-media';
import { whenIdle } from '@/lib/loading/when-idle';
import { Button } from '@/ui/button';
import { latePanel } from '@/ui/lazy-panel';
import { latePart } from '@/ui/lazy-component';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { liveText } from '@/entities/request/cache/request-table';
import { deskQuery } from '@/entities/request/cache/request-table-query';
import { loadDesk } from '@/features/concierge-table/load-table';
import { counterText } from '@/entities/request/limits';
import { filterOf, onlyIds, showsDesk, type ListSearch } from '@/entities/request/list/list-search';
import { DeskSkeleton, EmptyList, ListSkeleton } from '@/entities/request/list/list-states';
import { ListSources } from '@/entities/request/list/list-sources';
import { ListWarnings } from '@/entities/request/list/list-warnings';
import { messages } from '@/entities/request/messages';
import { PageLinks } from './page-links';
import { countsQuery, groupListQuery } from '@/entities/request/cache/queries';
import { Rail } from './rail';
import { RollPanel } from '@/features/timeline/timeline-panel';
import { StatusSelect, StatusTabs } from './status-tabs';
import type { TicketPress } from '@/entities/request/actions/ticket-actions';
import { useGroupPresses } from '@/entities/request/actions/use-group-actions';
import { useOpenGroup } from '@/features/timeline/use-open-group';
import { usePlacement } from './use-rail-placement';
import { ViewSwitch } from './view-switch';
import './reservations.css';

/** A ticket is as much to draw as two cards. */
const TICKETS = 2;

const Desk = latePanel(loadDesk, <DeskSkeleton />);
const RollSheet = latePart(
  async () => (await import('@/features/timeline/timeline-sheet')).RollSheet,
);

export function ReservationsPage({ search }: { search: ListSearch }) {
  const { data: user } = useQuery(meQuery);
  return showsDesk(user, search) ? (
    <DeskPage search={search} />
  ) : (
    <TicketsPage search={search} isConcierge={user?.is_concierge ?? false} />
  );
}

function DeskPage({ search }: { search: ListSearch }) {
  // Each of them alone, so that an event draws only what it changed.
  const { data: counts } = useQuery({ ...deskQuery, select: (desk) => desk.counts });
  const { data: live } = useQuery({ ...deskQuery, select: liveText });
  const tab = search.status ?? 'all';
  return (
    <main className="page" id="main">
      <div className="page-head res-head">
        <PageTitle>Reservations</PageTitle>
        <p>{live}</p>
        <ViewSwitch view="table" />
      </div>
      <StatusTabs tab={tab} counts={counts} />
      <StatusSelect tab={tab} counts={counts} />
      <Desk search={search} />
    </main>
  );
}

function TicketsPage({ search, isConcierge }: { search: ListSearch; isConcierge: boolean }) {
  const list = useQuery(groupListQuery(filterOf(search)));
  const counts = useQuery(countsQuery);
  const groups = list.data?.groups.length;
  const drawn = useDrawn(groups, TICKETS);
  const tab = search.status ?? 'all';
  return (
    <main className="page" id="main">
      <div className="page-head res-head">
        <PageTitle>Reservations</PageTitle>
        <p aria-live="polite">
          {counts.data !== undefined &&
            counterText({ used: counts.data.active_reservations, limit: counts.data.limit })}
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
        <Pass
          page={list.data}
          drawn={drawn}
          search={search}
          limit={counts.data?.limit ?? null}
          isConcierge={isConcierge}
          isCurrent={!list.isFetching && search.page === undefined}
        />
      )}
    </main>
  );
}

type PassProps = {
  page: GroupPage;
  /** How many of its tickets hang by now, from the top. */
  drawn: number;
  search: ListSearch;
  limit: number | null;
  isConcierge: boolean;
  /** The server has answered for the newest groups, so that what comes from now on is new. */
  isCurrent: boolean;
};

function Pass({ page, drawn, search, limit, isConcierge, isCurrent }: PassProps) {
  const isWide = useMedia('(min-width: 901px)');
  const navigate = useNavigate();
  const [opener, setOpener] = useState<number | null>(null);
  const { press, dialogs } = useGroupPresses();
  // Nobody presses before the list is drawn; by then the sheet's code is on its way.
  useEffect(() => {
    if (!isWide) void whenIdle().then(RollSheet.preload);
  }, [isWide]);

  const only = onlyIds(search);
  const groups =
    only === null ? page.groups : page.groups.filter((group) => only.has(group.group_id));
  const { on, off, fresh, showFresh } = usePlacement(
    groups,
    `${search.status ?? 'all'} ${search.page ?? '1'} ${search.only ?? ''}`,
    isCurrent,
  );
  // With room beside the list the first ticket's story is open; on a small screen it waits to be asked for.
  const first = isWide ? (on[0] ?? off[0])?.group_id : undefined;
  const openId = search.open === undefined ? first : Number(search.open);
  const opened = useOpenGroup((id) => groups.find((group) => group.group_id === id), openId);

  const show = useCallback(
    (open: string) =>
      navigate({
        to: '/reservations',
        search: (now) => ({ ...now, open }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  // Stable, so that a tick draws only the tickets it is about.
  const onPress = useCallback(
    (what: TicketPress, group: Group) => {
      if (what !== 'timeline') {
        press(what, group);
        return;
      }
      setOpener(group.group_id);
      void show(String(group.group_id));
    },
    [press, show],
  );
  const onClose = () => {
    void show('none');
    if (opener !== null) document.getElementById(`timeline-of-${opener}`)?.focus();
  };

  const rail = { limit, isConcierge, openId: openId ?? null, onPress };
  return (
    <div className="split" data-panel={(isWide && opened !== undefined) || undefined}>
      <div>
        <ListSources sources={page.sources} />
        <ListWarnings warnings={page.warnings} only={search.only} />
        {fresh > 0 && (
          <p className="fresh" role="status">
            <Button size="sm" variant="ink" onClick={showFresh}>
              {fresh === 1 ? 'Show 1 new request' : `Show ${fresh} new requests`}
            </Button>
          </p>
        )}
        <Rail title="On the pass" groups={on} drawn={drawn} {...rail} />
        <Rail title="Off the pass" groups={off} drawn={drawn - on.length} {...rail} />
        <PageLinks page={page.page} pages={page.pages} />
      </div>
      {opened !== undefined &&
        (isWide ? (
          <RollPanel
            group={opened}
            limit={limit}
            onPress={press}
            onClose={onClose}
            takesFocus={opener === opened.group_id}
          />
        ) : (
          <RollSheet group={opened} limit={limit} onPress={press} onClose={onClose} />
        ))}
      {dialogs}
    </div>
  );
}
