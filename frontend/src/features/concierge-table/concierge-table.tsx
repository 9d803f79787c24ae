/**
 * The concierge's desk: all requests as one dense table. It puts the parts together; what is shown is the address's
 * and the query cache's, what is selected is its own.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import { saveCsv } from './csv';
import { today } from '@/lib/dates';
import { useMedia } from '@/lib/use-media';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { LoadError } from '@/ui/load-error';
import type { ListSearch } from '@/entities/request/list/list-search';
import { ListSources } from '@/entities/request/list/list-sources';
import { DeskSkeleton, EmptyList } from '@/entities/request/list/list-states';
import { messages } from '@/entities/request/messages';
import type { GroupAction } from '@/entities/request/cache/group-changes';
import { RollSheet } from '@/features/timeline/timeline-sheet';
import { useGroupPresses } from '@/entities/request/actions/use-group-actions';
import { useOpenGroup } from '@/features/timeline/use-open-group';
import { DeskBar } from './table-bar';
import type { Desk } from '@/entities/request/cache/request-table';
import { DeleteManyDialog, ReportDialog } from './table-dialogs';
import { DeskGrid, type RowPress } from './table-grid';
import { DeskHead } from './table-head';
import { deskQuery } from '@/entities/request/cache/request-table-query';
import { DeskTools } from './table-filters';
import { DeskWarnings } from './table-warnings';
import { csvOf } from './csv-export';
import type { DeskFilter } from './filter';
import * as pick from './selection';
import { useArrangement } from './use-row-order';
import { useBulk } from './use-bulk-actions';
import { useDeskKeys, type DeskKey } from './use-table-keys';
import './concierge-table.css';
import './concierge-table-narrow.css';

export function Desk({ search }: { search: ListSearch }) {
  const desk = useQuery(deskQuery);
  if (desk.isPending) return <DeskSkeleton />;
  if (desk.data === undefined) {
    return (
      <LoadError
        title={messages.loadFailed}
        pending={desk.isFetching}
        onRetry={() => void desk.refetch()}
      />
    );
  }
  if (desk.data.order.length === 0) return <EmptyList tab="all" />;
  return (
    <>
      {desk.isError && desk.data.order.length < desk.data.counts.all && (
        <Banner
          action={
            <Button size="sm" pending={desk.isFetching} onClick={() => void desk.refetch()}>
              Try Again
            </Button>
          }
        >
          <b>Not all requests could be loaded.</b> What is here is up to date.
        </Banner>
      )}
      <DeskTable desk={desk.data} search={search} isLoading={desk.isFetching} />
    </>
  );
}

type TableProps = { desk: Desk; search: ListSearch; isLoading: boolean };

function DeskTable({ desk, search, isLoading }: TableProps) {
  const navigate = useNavigate();
  const isWide = useMedia('(min-width: 901px)');
  const searchBox = useRef<HTMLInputElement>(null);
  const filter = filterOf(search);
  const { ids, fresh, gone, renew } = useArrangement(desk, filter, !isLoading);
  const [selection, setSelection] = useState(pick.NOTHING);
  const [focusTurn, setFocusTurn] = useState(0);
  const [asksDelete, setAsksDelete] = useState(false);
  const chosen = useMemo(() => pick.chosen(selection, ids), [selection, ids]);
  const bulk = useBulk({
    onDone: (failed) => {
      setSelection((now) => ({ ...now, selected: new Set(failed) }));
    },
  });
  const { press: pressGroup, dialogs } = useGroupPresses();
  const opened = useOpenGroup(
    (id) => desk.groups.get(id),
    search.open === undefined ? undefined : Number(search.open),
  );

  const go = useCallback(
    (change: Partial<ListSearch>) =>
      void navigate({
        to: '/reservations',
        search: (now) => ({ ...now, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const toggleAll = useCallback(() => {
    setSelection((now) => pick.allToggled(now, ids));
  }, [ids]);
  const press = (how: RowPress, id: number) => {
    if (how === 'toggle') setSelection((now) => pick.toggled(now, id));
    else if (how === 'extend') setSelection((now) => pick.extended(now, id, ids));
    else {
      setSelection((now) => pick.stoodOn(now, id));
      go({ open: String(id) });
    }
  };
  const step = (by: number, extend: boolean) => {
    setSelection((now) => (extend ? pick.dragged : pick.moved)(now, by, ids));
    setFocusTurn((turn) => turn + 1);
  };
  useDeskKeys((key: DeskKey, extend: boolean) => {
    const at = selection.cursor;
    if (key === 'down' || key === 'up') step(key === 'down' ? 1 : -1, extend);
    else if (key === 'first' || key === 'last') {
      step(key === 'first' ? -ids.length : ids.length, extend);
    } else if (key === 'all') toggleAll();
    else if (key === 'clear') setSelection(pick.cleared);
    else if (key === 'search') searchBox.current?.focus();
    else if (at !== null) press(key, at);
  });
  const act = (action: GroupAction) => {
    if (action === 'delete') setAsksDelete(true);
    else bulk.act(action, chosen);
  };

  const selected = chosen.length === 0 ? 'none' : chosen.length < ids.length ? 'some' : 'all';
  return (
    <>
      <ListSources sources={desk.sources} />
      <DeskWarnings warnings={desk.warnings} only={search.only} />
      <DeskTools search={search} onNarrow={go} searchBox={searchBox} />
      <DeskBar
        shown={ids.length}
        loading={
          isLoading && desk.order.length < desk.counts.all
            ? { loaded: desk.order.length, of: desk.counts.all }
            : null
        }
        selected={chosen.length}
        fresh={fresh}
        gone={gone}
        progress={bulk.progress}
        onAct={act}
        onExport={() => {
          const rows = chosen.length > 0 ? chosen : ids;
          const found = rows.flatMap((id) => desk.groups.get(id) ?? []);
          saveCsv(`requests-${today()}.csv`, csvOf(found));
        }}
        onClear={() => {
          setSelection(pick.cleared);
        }}
        onRenew={renew}
      />
      {ids.length === 0 ? (
        <div className="blank">
          <p>{messages.nothingMatches}</p>
        </div>
      ) : (
        <DeskGrid
          key={String(isWide)}
          ids={ids}
          groups={desk.groups}
          selection={selection}
          isWide={isWide}
          focusTurn={focusTurn}
          onPress={press}
          head={<DeskHead sort={search.sort} selected={selected} onToggleAll={toggleAll} />}
        />
      )}
      <KeysHelp />
      {opened !== undefined && (
        <RollSheet
          group={opened}
          limit={null}
          onPress={pressGroup}
          onClose={() => {
            go({ open: undefined });
          }}
        />
      )}
      {dialogs}
      {asksDelete && (
        <DeleteManyDialog
          count={chosen.length}
          onClose={() => {
            setAsksDelete(false);
          }}
          onDelete={() => {
            setAsksDelete(false);
            bulk.act('delete', chosen);
          }}
        />
      )}
      {bulk.report !== null && (
        <ReportDialog report={bulk.report} groups={desk.groups} onClose={bulk.closeReport} />
      )}
    </>
  );
}

function filterOf(search: ListSearch): DeskFilter {
  const { status, client, account, venue, q, when, needs, only, sort } = search;
  return { status, client, account, venue, q, when, needs, only, sort };
}

const KEYS = [
  { keys: ['j', 'k'], does: 'move, with Shift select on the way' },
  { keys: ['x'], does: 'select' },
  { keys: ['a'], does: 'select all' },
  { keys: ['Enter'], does: 'timeline' },
  { keys: ['Esc'], does: 'clear the selection' },
  { keys: ['/'], does: 'search' },
] as const;

const KeysHelp = memo(function KeysHelp() {
  return (
    <p className="desk-keys hint">
      {KEYS.map(({ keys, does }) => (
        <span key={does}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {does}
        </span>
      ))}
    </p>
  );
});
