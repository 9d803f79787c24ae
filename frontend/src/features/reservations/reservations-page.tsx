/** The list of requests: tabs, warnings, two rails of tickets, and the timeline of the one that is open. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { meQuery } from '@/api/me';
import type { Group, GroupPage } from '@/api/reservation-types';
import { useMedia } from '@/lib/use-media';
import { LoadError } from '@/ui/load-error';
import { PageTitle } from '@/ui/page-title';
import { counterText } from './limits';
import { filterOf, onlyIds, type ListSearch } from './list-search';
import { EmptyList, ListSkeleton } from './list-states';
import { ListSources } from './list-sources';
import { ListWarnings } from './list-warnings';
import { messages } from './messages';
import { PageLinks } from './page-links';
import { countsQuery, groupListQuery, groupQuery } from './queries';
import { Rail } from './rail';
import { RollPanel, RollSheet } from './roll';
import { StatusSelect, StatusTabs } from './status-tabs';
import type { TicketPress } from './ticket-actions';
import { useGroupPresses } from './use-group-presses';
import { usePlacement } from './use-placement';
import './reservations.css';

export function ReservationsPage({ search }: { search: ListSearch }) {
  const list = useQuery(groupListQuery(filterOf(search)));
  const counts = useQuery(countsQuery);
  const tab = search.status ?? 'all';
  return (
    <main className="page" id="main">
      <div className="page-head res-head">
        <PageTitle>Reservations</PageTitle>
        <p aria-live="polite">
          {counts.data !== undefined &&
            counterText({ used: counts.data.active_reservations, limit: counts.data.limit })}
        </p>
      </div>
      <StatusTabs tab={tab} counts={list.data?.counts} />
      <StatusSelect tab={tab} counts={list.data?.counts} />
      {list.isPending && <ListSkeleton />}
      {list.isLoadingError && (
        <LoadError
          title={messages.loadFailed}
          pending={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data !== undefined &&
        (list.data.groups.length === 0 ? (
          <EmptyList tab={tab} />
        ) : (
          <Pass page={list.data} search={search} limit={counts.data?.limit ?? null} />
        ))}
    </main>
  );
}

type PassProps = { page: GroupPage; search: ListSearch; limit: number | null };

function Pass({ page, search, limit }: PassProps) {
  const { data: user } = useQuery(meQuery);
  const isWide = useMedia('(min-width: 901px)');
  const navigate = useNavigate();
  const [opener, setOpener] = useState<number | null>(null);
  const { press, dialogs } = useGroupPresses();

  const only = onlyIds(search);
  const groups =
    only === null ? page.groups : page.groups.filter((group) => only.has(group.group_id));
  const { on, off } = usePlacement(groups, `${search.status ?? 'all'} ${search.page ?? '1'}`);
  // With room beside the list the first ticket's story is open; on a small screen it waits to be asked for.
  const first = isWide ? (on[0] ?? off[0])?.group_id : undefined;
  const openId = search.open === undefined ? first : Number(search.open);
  const opened = useOpenGroup(groups, openId);

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

  const rail = { limit, isConcierge: user?.is_concierge ?? false, openId: openId ?? null, onPress };
  return (
    <div className="split" data-panel={(isWide && opened !== undefined) || undefined}>
      <div>
        <ListSources sources={page.sources} />
        <ListWarnings warnings={page.warnings} only={search.only} />
        <Rail title="On the pass" groups={on} {...rail} />
        <Rail title="Off the pass" groups={off} {...rail} />
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

/** The open group: on this page, else asked for by its id, since a toast may lead to an older one. */
function useOpenGroup(groups: readonly Group[], openId: number | undefined): Group | undefined {
  const shown = groups.find((group) => group.group_id === openId);
  const asked = useQuery({
    ...groupQuery(openId ?? 0),
    enabled: shown === undefined && openId !== undefined && Number.isSafeInteger(openId),
  });
  return shown ?? (asked.data?.group_id === openId ? asked.data : undefined);
}
