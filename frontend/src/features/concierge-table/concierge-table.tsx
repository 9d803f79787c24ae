/**
 * The concierge's table of all requests. Rows come from the query cache, filters from the address; the selection is
 * its own state.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { today } from '@/lib/dates';
import { saveCsv } from '@/lib/save-file';
import { useMedia, WIDE } from '@/lib/use-media';
import { whenIdle } from '@/lib/loading/when-idle';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy-component';
import { LoadError } from '@/ui/load-error';
import type { ListSearch } from '@/entities/request/list/list-search';
import { ListSources } from '@/entities/request/list/list-sources';
import { TableSkeleton, EmptyList } from '@/entities/request/list/list-states';
import { messages } from '@/entities/request/messages';
import type { GroupAction } from '@/entities/request/cache/group-changes';
import { canRepeat, sameAgain } from '@/entities/request/actions/same-again';
import { useGroupActions } from '@/entities/request/actions/use-group-actions';
import { useOpenGroup } from '@/features/timeline/use-open-group';
import { TableBar } from './table-bar';
import type { RequestTable } from '@/entities/request/cache/request-table';
import { TableGrid, type RowAction } from './table-grid';
import { TableHead } from './table-head';
import { requestTableQuery } from '@/entities/request/cache/request-table-query';
import { KEYS, TABLE } from './messages';
import { TableFilters } from './table-filters';
import { TableWarnings } from './table-warnings';
import { csvOf } from './csv-export';
import type { TableFilter } from './filter';
import * as selecting from './selection';
import { useRowOrder } from './use-row-order';
import { useBulkActions } from './use-bulk-actions';
import { useTableKeys, type TableKey } from './use-table-keys';
import './concierge-table.css';
import './concierge-table-narrow.css';

// Dialogs load after the first rows: their code has more files than the table.
const loadDialogs = () => import('./table-dialogs');
const DeleteManyDialog = lazyComponent(async () => (await loadDialogs()).DeleteManyDialog);
const ReportDialog = lazyComponent(async () => (await loadDialogs()).ReportDialog);
const TimelineSheet = lazyComponent(
  async () => (await import('@/features/timeline/timeline-sheet')).TimelineSheet,
);

export function ConciergeTable({ search }: { search: ListSearch }) {
  const table = useQuery(requestTableQuery);
  if (table.isPending) return <TableSkeleton />;
  if (table.data === undefined) {
    return (
      <LoadError
        title={messages.loadFailed}
        pending={table.isFetching}
        onRetry={() => void table.refetch()}
      />
    );
  }
  if (table.data.order.length === 0) return <EmptyList tab="all" />;
  return (
    <>
      {table.isError && table.data.order.length < table.data.counts.all && (
        <Banner
          action={
            <Button size="sm" pending={table.isFetching} onClick={() => void table.refetch()}>
              {TABLE.tryAgain}
            </Button>
          }
        >
          <b>{TABLE.partlyLoaded}</b> {TABLE.partlyLoadedText}
        </Banner>
      )}
      <TableView table={table.data} search={search} isLoading={table.isFetching} />
    </>
  );
}

type TableProps = { table: RequestTable; search: ListSearch; isLoading: boolean };

function TableView({ table, search, isLoading }: TableProps) {
  const navigate = useNavigate();
  const isWide = useMedia(WIDE);
  const searchBox = useRef<HTMLInputElement>(null);
  const filter = filterOf(search);
  const { ids, newCount, movedCount, rearrange } = useRowOrder(table, filter, !isLoading);
  const conflicts = useMemo(
    () => new Set(table.warnings.flatMap((warning) => warning.group_ids)),
    [table.warnings],
  );
  const [selection, setSelection] = useState(selecting.NOTHING);
  const [focusRequests, setFocusRequests] = useState(0);
  const [asksDelete, setAsksDelete] = useState(false);
  const selectedIds = useMemo(() => selecting.selectedIds(selection, ids), [selection, ids]);
  const bulk = useBulkActions({
    onDone: (failed) => {
      setSelection((now) => ({ ...now, selected: new Set(failed) }));
    },
  });
  const { act: actOnGroup, dialogs } = useGroupActions();
  const opened = useOpenGroup(
    (id) => table.groups.get(id),
    search.open === undefined ? undefined : Number(search.open),
  );

  // Loaded early, so that no click waits for the code of its dialog.
  useEffect(() => {
    void whenIdle().then(() => {
      TimelineSheet.preload();
      DeleteManyDialog.preload();
      ReportDialog.preload();
    });
  }, []);

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
    setSelection((now) => selecting.allToggled(now, ids));
  }, [ids]);
  const handleRowAction = (action: RowAction, id: number) => {
    if (action === 'toggle') setSelection((now) => selecting.toggled(now, id));
    else if (action === 'extend') setSelection((now) => selecting.extended(now, id, ids));
    else {
      setSelection((now) => selecting.withCursor(now, id));
      go({ open: String(id) });
    }
  };
  // From the title, where filing a request leads: the newest one.
  const repeat = (id: number | undefined) => {
    const group = table.groups.get(id ?? 0);
    if (group !== undefined && canRepeat(group)) void navigate(sameAgain(group));
  };
  const moveCursor = (by: number, extend: boolean) => {
    setSelection((now) =>
      (extend ? selecting.withRangeMoved : selecting.withCursorMoved)(now, by, ids),
    );
    setFocusRequests((turn) => turn + 1);
  };
  useTableKeys((key: TableKey, extend: boolean) => {
    const at = selection.cursor;
    if (key === 'down' || key === 'up') moveCursor(key === 'down' ? 1 : -1, extend);
    else if (key === 'first' || key === 'last') {
      moveCursor(key === 'first' ? -ids.length : ids.length, extend);
    } else if (key === 'all') toggleAll();
    else if (key === 'clear') setSelection(selecting.cleared);
    else if (key === 'search') searchBox.current?.focus();
    else if (key === 'again') repeat(at ?? table.order[0]);
    else if (at !== null) handleRowAction(key, at);
  });
  const act = (action: GroupAction) => {
    if (action === 'delete') setAsksDelete(true);
    else bulk.act(action, selectedIds);
  };

  const selected =
    selectedIds.length === 0 ? 'none' : selectedIds.length < ids.length ? 'some' : 'all';
  return (
    <>
      <ListSources sources={table.sources} />
      <TableWarnings warnings={table.warnings} only={search.only} />
      <TableFilters search={search} onNarrow={go} searchBox={searchBox} />
      <TableBar
        shown={ids.length}
        loading={
          isLoading && table.order.length < table.counts.all
            ? { loaded: table.order.length, of: table.counts.all }
            : null
        }
        selected={selectedIds.length}
        newCount={newCount}
        movedCount={movedCount}
        progress={bulk.progress}
        onAct={act}
        onExport={() => {
          const rows = selectedIds.length > 0 ? selectedIds : ids;
          const found = rows.flatMap((id) => table.groups.get(id) ?? []);
          saveCsv(`requests-${today()}.csv`, csvOf(found));
        }}
        onClear={() => {
          setSelection(selecting.cleared);
        }}
        onRearrange={rearrange}
      />
      {ids.length === 0 ? (
        <div className="blank">
          <p>{messages.nothingMatches}</p>
        </div>
      ) : (
        <TableGrid
          key={String(isWide)}
          ids={ids}
          groups={table.groups}
          conflicts={conflicts}
          groupedFrom={search.sort === undefined ? today() : null}
          selection={selection}
          isWide={isWide}
          focusRequests={focusRequests}
          onRowAction={handleRowAction}
          head={<TableHead sort={search.sort} selected={selected} onToggleAll={toggleAll} />}
        />
      )}
      <KeysHelp />
      {opened !== undefined && (
        <TimelineSheet
          group={opened}
          limit={null}
          onAction={actOnGroup}
          onClose={() => {
            go({ open: undefined });
          }}
        />
      )}
      {dialogs}
      {asksDelete && (
        <DeleteManyDialog
          count={selectedIds.length}
          onClose={() => {
            setAsksDelete(false);
          }}
          onDelete={() => {
            setAsksDelete(false);
            bulk.act('delete', selectedIds);
          }}
        />
      )}
      {bulk.report !== null && (
        <ReportDialog report={bulk.report} groups={table.groups} onClose={bulk.closeReport} />
      )}
    </>
  );
}

function filterOf(search: ListSearch): TableFilter {
  const { status, client, account, venue, q, when, needs, only, sort } = search;
  return { status, client, account, venue, q, when, needs, only, sort };
}

const KeysHelp = memo(function KeysHelp() {
  return (
    <p className="request-table-keys hint">
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
